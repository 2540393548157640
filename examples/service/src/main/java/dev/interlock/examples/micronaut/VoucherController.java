// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.examples.Effect;
import dev.interlock.examples.voucher.Vouchers;
import dev.interlock.micronaut.Locked;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** {@code PUT /vouchers/{voucher}?stock=N}, and {@code POST /vouchers/{voucher}/orders?user=U&request=ID}. */
@Controller("/vouchers")
@ExecuteOn(TaskExecutors.BLOCKING)
class VoucherController {

    private final Vouchers vouchers;

    VoucherController(Vouchers vouchers) {
        this.vouchers = vouchers;
    }

    /**
     * Puts vouchers on sale.
     *
     * @param voucher the voucher
     * @param stock the number of vouchers
     */
    @Put("/{voucher}")
    void stock(String voucher, @QueryValue int stock) {
        vouchers.stock(voucher, stock);
    }

    /**
     * Orders a voucher.
     *
     * @param voucher the voucher
     * @param user the user that orders
     * @param request id of the request
     * @return the order
     */
    @Post("/{voucher}/orders")
    @Locked("voucher-#{voucher}-#{user}")
    Effect order(String voucher, @QueryValue String user, @QueryValue String request) {
        return vouchers.order(CurrentLock.handle(), voucher, user, request);
    }
}

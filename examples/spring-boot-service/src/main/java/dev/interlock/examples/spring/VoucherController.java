// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.annotation.CurrentLock;
import dev.interlock.examples.Effect;
import dev.interlock.examples.voucher.Vouchers;
import dev.interlock.spring.boot.locked.Locked;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code PUT /vouchers/{voucher}?stock=N}, and {@code POST /vouchers/{voucher}/orders?user=U&request=ID}. */
@RestController
@RequestMapping("/vouchers")
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
    @PutMapping("/{voucher}")
    void stock(@PathVariable String voucher, @RequestParam int stock) {
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
    @PostMapping("/{voucher}/orders")
    @Locked("voucher-#{voucher}-#{user}")
    Effect order(@PathVariable String voucher, @RequestParam String user, @RequestParam String request) {
        return vouchers.order(CurrentLock.handle(), voucher, user, request);
    }
}

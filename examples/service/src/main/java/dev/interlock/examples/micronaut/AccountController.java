// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.examples.account.Accounts;
import dev.interlock.examples.account.Transfer;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.Put;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;

/** {@code PUT /accounts/{name}?balance=N}, and {@code POST /transfers?from=A&to=B&amount=N&request=ID}. */
@Controller
@ExecuteOn(TaskExecutors.BLOCKING)
final class AccountController {

    private final Accounts accounts;

    AccountController(Accounts accounts) {
        this.accounts = accounts;
    }

    /**
     * Opens an account.
     *
     * @param name of the account
     * @param balance its initial balance
     */
    @Put("/accounts/{name}")
    void open(String name, @QueryValue long balance) {
        accounts.open(name, balance);
    }

    /**
     * Transfers money.
     *
     * @param from the account that pays
     * @param to the account that is paid
     * @param amount how much
     * @param request id of the request
     * @return the transfer
     * @throws InterruptedException if the server stops
     */
    @Post("/transfers")
    Transfer transfer(
            @QueryValue String from, @QueryValue String to, @QueryValue long amount, @QueryValue String request)
            throws InterruptedException {
        return accounts.transfer(from, to, amount, request);
    }
}

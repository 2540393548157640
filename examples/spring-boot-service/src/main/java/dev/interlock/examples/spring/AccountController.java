// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.spring;

import dev.interlock.examples.account.Accounts;
import dev.interlock.examples.account.Transfer;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** {@code PUT /accounts/{name}?balance=N}, and {@code POST /transfers?from=A&to=B&amount=N&request=ID}. */
@RestController
class AccountController {

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
    @PutMapping("/accounts/{name}")
    void open(@PathVariable String name, @RequestParam long balance) {
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
    @PostMapping("/transfers")
    Transfer transfer(
            @RequestParam String from, @RequestParam String to, @RequestParam long amount, @RequestParam String request)
            throws InterruptedException {
        return accounts.transfer(from, to, amount, request);
    }
}

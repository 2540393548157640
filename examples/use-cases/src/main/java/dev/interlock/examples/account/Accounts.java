// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.account;

import dev.interlock.LockClient;
import dev.interlock.MultiLockHandle;
import dev.interlock.examples.RequestRefusedException;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/** Moves money by reading two balances, deciding and writing both, all under the locks of both. Thread-safe. */
public final class Accounts {

    private final Database database;
    private final LockClient locks;

    /**
     * Creates the accounts.
     *
     * @param database has them
     * @param locks of the accounts
     */
    public Accounts(Database database, LockClient locks) {
        this.database = database;
        this.locks = locks;
    }

    /**
     * Opens an account. This is not guarded: do it before the first transfer.
     *
     * @param name of the account
     * @param balance its initial balance
     */
    public void open(String name, long balance) {
        database.write(
                "INSERT INTO account (name, balance) VALUES (?, ?) ON DUPLICATE KEY UPDATE balance = VALUES(balance)",
                name,
                balance);
    }

    /**
     * Transfers money. Transfers in the opposite direction may run at the same time: the locks of a set are taken in
     * one order everywhere.
     *
     * @param from the account that pays
     * @param to the account that is paid
     * @param amount how much
     * @param request id of the request; a repeated one gets the first one's answer
     * @return the transfer
     * @throws RequestRefusedException if the balance is too low, an account does not exist, the amount is below 1, or
     *     both accounts are the same
     * @throws InterruptedException if this thread was interrupted before it had the locks; nothing was moved
     */
    public Transfer transfer(String from, String to, long amount, String request) throws InterruptedException {
        if (amount < 1 || from.equals(to)) {
            throw new RequestRefusedException("cannot move " + amount + " from " + from + " to " + to);
        }
        return locks.lockAll(List.of("account-" + from, "account-" + to))
                .withLock(handle ->
                        database.under(handle, statements -> transfer(statements, handle, from, to, amount, request)));
    }

    private static Transfer transfer(
            Statements statements, MultiLockHandle handle, String from, String to, long amount, String request)
            throws SQLException {
        OptionalLong earlier = statements.number("SELECT amount FROM transfer WHERE request_id = ?", request);
        if (earlier.isPresent()) {
            return new Transfer(request, earlier.getAsLong(), true);
        }
        long payer = balance(statements, from);
        long payee = balance(statements, to);
        if (payer < amount) {
            throw new RequestRefusedException(amount + " are not on " + from + ": " + payer);
        }
        statements.write("UPDATE account SET balance = ? WHERE name = ?", payer - amount, from);
        statements.write("UPDATE account SET balance = ? WHERE name = ?", payee + amount, to);
        statements.write(
                "INSERT INTO transfer (request_id, from_account, to_account, amount, from_token, to_token)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                request,
                from,
                to,
                amount,
                handle.fencingToken("account-" + from),
                handle.fencingToken("account-" + to));
        return new Transfer(request, amount, false);
    }

    private static long balance(Statements statements, String account) throws SQLException {
        return statements
                .number("SELECT balance FROM account WHERE name = ?", account)
                .orElseThrow(() -> new RequestRefusedException("there is no account " + account));
    }
}

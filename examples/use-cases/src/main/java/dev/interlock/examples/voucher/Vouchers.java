// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.voucher;

import dev.interlock.LockHandle;
import dev.interlock.examples.Effect;
import dev.interlock.examples.RequestRefusedException;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Sells vouchers, one to each user. The lock is the user's, so users do not wait for each other. It therefore cannot
 * guard the stock, which all users share: a conditional update does that. Thread-safe.
 */
public final class Vouchers {

    private final Database database;

    /**
     * Creates the sale.
     *
     * @param database has the vouchers and their orders
     */
    public Vouchers(Database database) {
        this.database = database;
    }

    /**
     * Puts vouchers on sale.
     *
     * @param voucher the voucher
     * @param stock the new number of vouchers
     */
    public void stock(String voucher, int stock) {
        database.write(
                "INSERT INTO voucher (name, stock) VALUES (?, ?) ON DUPLICATE KEY UPDATE stock = VALUES(stock)",
                voucher,
                stock);
    }

    /**
     * Orders a voucher.
     *
     * @param handle of the lock {@code voucher-VOUCHER-USER}
     * @param voucher the voucher
     * @param user the user that orders
     * @param request id of the request; a repeated one gets the first one's answer
     * @return the order, with the number of orders of that user for that voucher
     * @throws RequestRefusedException if the user has one already, or none is left
     */
    public Effect order(LockHandle handle, String voucher, String user, String request) {
        return database.under(handle, statements -> order(statements, handle, voucher, user, request));
    }

    private static Effect order(Statements statements, LockHandle handle, String voucher, String user, String request)
            throws SQLException {
        Optional<Effect> earlier = Effect.earlier(statements, "voucher_order", "1", request);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        if (statements
                .number("SELECT 1 FROM voucher_order WHERE voucher = ? AND user_name = ?", voucher, user)
                .isPresent()) {
            throw new RequestRefusedException("user " + user + " has an order of voucher " + voucher);
        }
        if (statements.change("UPDATE voucher SET stock = stock - 1 WHERE name = ? AND stock > 0", voucher) == 0) {
            throw new RequestRefusedException("no voucher " + voucher + " is left");
        }
        Effect effect = Effect.under(handle, request, 1);
        statements.write(
                "INSERT INTO voucher_order (request_id, voucher, user_name, fencing_token) VALUES (?, ?, ?, ?)",
                request,
                voucher,
                user,
                effect.token());
        return effect;
    }
}

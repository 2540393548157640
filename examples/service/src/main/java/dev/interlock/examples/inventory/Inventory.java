// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.inventory;

import dev.interlock.LockHandle;
import dev.interlock.examples.Effect;
import dev.interlock.examples.RequestRefusedException;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import dev.interlock.micronaut.CurrentLock;
import dev.interlock.micronaut.Locked;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import java.util.Optional;

/** Takes from a stock by reading, deciding and writing, all under the lock of the item. Thread-safe. */
@Singleton
class Inventory {

    private final Database database;

    Inventory(Database database) {
        this.database = database;
    }

    /**
     * Puts items into the stock. This is not guarded: do it before anybody takes.
     *
     * @param item which
     * @param stock how many there are from now on
     */
    void stock(String item, int stock) {
        database.write(
                "INSERT INTO item (name, stock) VALUES (?, ?) ON DUPLICATE KEY UPDATE stock = VALUES(stock)",
                item,
                stock);
    }

    /**
     * Takes items.
     *
     * @param item which
     * @param quantity how many, all or none
     * @param request id of the request; a repeated one gets the first one's answer
     * @return how many are left
     * @throws RequestRefusedException if there are fewer, or the quantity is not positive
     */
    @Locked("item-#{item}")
    Effect deduct(String item, int quantity, String request) {
        if (quantity < 1) {
            throw new RequestRefusedException("quantity must be at least 1 but was " + quantity);
        }
        LockHandle handle = CurrentLock.handle();
        return database.under(handle, statements -> deduct(statements, handle, item, quantity, request));
    }

    private static Effect deduct(Statements statements, LockHandle handle, String item, int quantity, String request)
            throws SQLException {
        Optional<Effect> earlier = Effect.earlier(statements, "deduction", "stock_left", request);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        long stock = statements
                .number("SELECT stock FROM item WHERE name = ?", item)
                .orElseThrow(() -> new RequestRefusedException("there is no item " + item));
        if (stock < quantity) {
            throw new RequestRefusedException(quantity + " of " + item + " are not there: " + stock + " left");
        }
        Effect effect = Effect.under(handle, request, stock - quantity);
        statements.write("UPDATE item SET stock = ? WHERE name = ?", effect.value(), item);
        statements.write(
                "INSERT INTO deduction (request_id, item, quantity, stock_left, fencing_token) VALUES (?, ?, ?, ?, ?)",
                request,
                item,
                quantity,
                effect.value(),
                effect.token());
        return effect;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.inventory;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.examples.Effect;
import dev.interlock.examples.RequestRefusedException;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Takes from a stock by reading, deciding and writing, all under the lock of the item. Thread-safe. */
public final class Inventory {

    private final Database database;
    private final LockClient locks;

    /**
     * Creates the inventory.
     *
     * @param database has the stock
     * @param locks of the items, for batches
     */
    public Inventory(Database database, LockClient locks) {
        this.database = database;
        this.locks = locks;
    }

    /**
     * Puts items into the stock. This is not guarded: do it before the first deduction.
     *
     * @param item the item
     * @param stock the new number of items
     */
    public void stock(String item, int stock) {
        database.write(
                "INSERT INTO item (name, stock) VALUES (?, ?) ON DUPLICATE KEY UPDATE stock = VALUES(stock)",
                item,
                stock);
    }

    /**
     * Takes items.
     *
     * @param handle of the lock {@code item-ITEM}
     * @param item the item
     * @param quantity the number to take, all or none
     * @param request id of the request; a repeated one gets the first one's answer
     * @return the number of items left
     * @throws RequestRefusedException if there are fewer, or the quantity is not positive
     */
    public Effect deduct(LockHandle handle, String item, int quantity, String request) {
        if (quantity < 1) {
            throw new RequestRefusedException("quantity must be at least 1 but was " + quantity);
        }
        return database.under(handle, statements -> deduct(statements, handle.fencingToken(), item, quantity, request));
    }

    /**
     * Takes one of each of several items, all or none.
     *
     * @param items a set of items, in any order
     * @param request id of the request; a repeated one gets the first one's answer
     * @return the number left of each
     * @throws RequestRefusedException if one does not exist or is out of stock
     * @throws InterruptedException if this thread was interrupted before it had the locks; nothing was taken
     */
    public Map<String, Effect> deductEach(Set<String> items, String request) throws InterruptedException {
        List<String> names = items.stream().map(item -> "item-" + item).toList();
        return locks.lockAll(names)
                .withLock(handle -> database.under(handle, statements -> {
                    Map<String, Effect> taken = new TreeMap<>();
                    for (String item : items) {
                        long token = handle.fencingToken("item-" + item);
                        taken.put(item, deduct(statements, token, item, 1, request + "/" + item));
                    }
                    return taken;
                }));
    }

    private static Effect deduct(Statements statements, long token, String item, int quantity, String request)
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
        Effect effect = Effect.under(token, request, stock - quantity);
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

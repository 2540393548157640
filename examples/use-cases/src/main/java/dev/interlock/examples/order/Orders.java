// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.order;

import dev.interlock.LockHandle;
import dev.interlock.examples.Effect;
import dev.interlock.examples.RequestRefusedException;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Row;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.util.Optional;

/** Changes the state of an order by reading, deciding and writing, all under the lock of the order. Thread-safe. */
public final class Orders {

    private final Database database;

    /**
     * Creates the orders.
     *
     * @param database has them
     */
    public Orders(Database database) {
        this.database = database;
    }

    /**
     * Changes the state.
     *
     * @param handle of the lock {@code order-ID}
     * @param id of the order
     * @param state the new state: paid, shipped, delivered or cancelled
     * @param request id of the request; a repeated one gets the first one's answer
     * @return the number of changes so far
     * @throws RequestRefusedException if there is no such state, or the order's present state does not permit the change
     */
    public Effect change(LockHandle handle, String id, String state, String request) {
        OrderState target = target(state);
        return database.under(handle, statements -> change(statements, handle, id, target, request));
    }

    private static OrderState target(String state) {
        try {
            return OrderState.of(state);
        } catch (IllegalArgumentException e) {
            RequestRefusedException refused = new RequestRefusedException(
                    "there is no state '" + state + "': use paid, shipped, delivered or cancelled");
            refused.initCause(e);
            throw refused;
        }
    }

    private static Effect change(Statements statements, LockHandle handle, String id, OrderState target, String request)
            throws SQLException {
        Optional<Effect> earlier = Effect.earlier(statements, "order_step", "step", request);
        if (earlier.isPresent()) {
            return earlier.get();
        }
        Optional<Row> found = statements.rows("SELECT state, steps FROM shop_order WHERE id = ?", id).stream()
                .findFirst();
        OrderState state = found.map(row -> OrderState.of(row.text("state"))).orElse(OrderState.NEW);
        long steps = found.map(row -> row.number("steps")).orElse(0L);
        if (!state.mayBecome(target)) {
            throw new RequestRefusedException("order " + id + " is " + state + " and cannot become " + target);
        }
        Effect effect = Effect.under(handle, request, steps + 1);
        statements.write(
                "INSERT INTO shop_order (id, state, steps) VALUES (?, ?, ?)"
                        + " ON DUPLICATE KEY UPDATE state = VALUES(state), steps = VALUES(steps)",
                id,
                target.name(),
                effect.value());
        statements.write(
                "INSERT INTO order_step (request_id, order_id, step, from_state, to_state, fencing_token)"
                        + " VALUES (?, ?, ?, ?, ?, ?)",
                request,
                id,
                effect.value(),
                state.name(),
                target.name(),
                effect.token());
        return effect;
    }
}

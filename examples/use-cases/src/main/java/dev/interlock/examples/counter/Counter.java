// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.counter;

import dev.interlock.LockHandle;
import dev.interlock.examples.Effect;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Statements;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Counts by reading in one transaction and writing in another one, with work between them. Only the lock keeps other
 * callers out, and only the fencing token stops a holder that was paused there for longer than its lease. Thread-safe.
 */
public final class Counter {

    private final Database database;
    private final SimulatedWork work;

    /**
     * Creates the counters.
     *
     * @param database has them
     * @param work between reading and writing
     */
    public Counter(Database database, SimulatedWork work) {
        this.database = database;
        this.work = work;
    }

    /**
     * Adds one, once for each request.
     *
     * @param handle of the lock {@code counter-NAME}
     * @param name of the counter
     * @param request id of the request; a repeated one gets the first one's answer
     * @return the value written
     */
    public Effect increment(LockHandle handle, String name, String request) {
        Reading reading = database.under(handle, statements -> read(statements, name, request));
        if (reading.earlier().isPresent()) {
            return reading.earlier().get();
        }
        work.between(request);
        Effect effect = Effect.under(handle, request, reading.value() + 1);
        return database.under(handle, statements -> write(statements, name, effect));
    }

    private static Reading read(Statements statements, String name, String request) throws SQLException {
        Optional<Effect> earlier = Effect.earlier(statements, "counter_step", "value", request);
        long value = statements
                .number("SELECT value FROM counter WHERE name = ?", name)
                .orElse(0);
        return new Reading(value, earlier);
    }

    private static Effect write(Statements statements, String name, Effect effect) throws SQLException {
        statements.write(
                "INSERT INTO counter (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)",
                name,
                effect.value());
        statements.write(
                "INSERT INTO counter_step (request_id, name, value, fencing_token) VALUES (?, ?, ?, ?)",
                effect.request(),
                name,
                effect.value(),
                effect.token());
        return effect;
    }

    private record Reading(long value, Optional<Effect> earlier) {}
}

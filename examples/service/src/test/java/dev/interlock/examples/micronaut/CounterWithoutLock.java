// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.examples.Effect;
import dev.interlock.examples.counter.SimulatedWork;
import dev.interlock.examples.database.Database;
import dev.interlock.examples.database.Row;
import io.micronaut.context.annotation.Requires;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.util.List;

/**
 * The control: the counter without a lock and without its token. It shows that the tests of the real counter detect the
 * faults that the lock prevents.
 */
@Controller("/controls/counters")
@ExecuteOn(TaskExecutors.BLOCKING)
@Requires(property = "examples.gate")
final class CounterWithoutLock {

    private final Database database;
    private final SimulatedWork work;

    CounterWithoutLock(Database database, SimulatedWork work) {
        this.database = database;
        this.work = work;
    }

    @Post("/{name}")
    Effect increment(String name, @QueryValue String request) {
        List<Row> rows = database.rows("SELECT value FROM counter WHERE name = ?", name);
        long value = rows.isEmpty() ? 0 : rows.get(0).number("value");
        work.between(request);
        database.write(
                "INSERT INTO counter (name, value) VALUES (?, ?) ON DUPLICATE KEY UPDATE value = VALUES(value)",
                name,
                value + 1);
        return new Effect(request, value + 1, "0", false);
    }
}

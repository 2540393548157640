// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.benchmark.Contender;
import dev.interlock.testbed.server.SqlProduct;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The baseline of mode lease: its two statements over a pool, each with a connection of its own, without the library.
 */
final class LeaseBaseline implements Contender {

    private static final long LEASE_MICROS = TimeUnit.SECONDS.toMicros(30);
    private static final int ID_BYTES = 16;

    private final DataSource pool;
    private final LeaseStatement acquire;
    private final LeaseStatement insert;
    private final LeaseStatement release;

    LeaseBaseline(DataSource pool, SqlProduct product) {
        this.pool = pool;
        this.acquire = LeaseStatement.load(product, "acquire");
        this.insert = LeaseStatement.load(product, "insert");
        this.release = LeaseStatement.load(product, "release");
    }

    @Override
    public String name() {
        return "raw JDBC";
    }

    @Override
    public Operation forThread(int thread) {
        byte[] name = ("baseline-" + thread).getBytes(StandardCharsets.UTF_8);
        SplittableRandom random = new SplittableRandom(thread);
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("name", name);
        arguments.put("lease", LEASE_MICROS);
        arguments.put("tokens", 1);
        arguments.put("hint", null);
        return () -> {
            byte[] id = new byte[ID_BYTES];
            random.nextBytes(id);
            arguments.put("owner", id);
            run(connection -> acquire.token(connection, arguments) || insert.token(connection, arguments));
            run(connection -> release.update(connection, arguments) == 1);
        };
    }

    private interface Step {
        boolean on(Connection connection) throws SQLException;
    }

    private void run(Step step) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            if (!step.on(connection)) {
                throw new IllegalStateException("a statement of the baseline found no row");
            }
        }
    }
}

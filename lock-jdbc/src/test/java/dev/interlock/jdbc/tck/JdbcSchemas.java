// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.jdbc.JdbcLockBackend;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/** The schema files, run as a user's migration tool would run them. */
public final class JdbcSchemas {

    private static final ReentrantLock CREATING = new ReentrantLock();

    private JdbcSchemas() {}

    /**
     * Creates the tables of a schema file.
     *
     * @param server where to create them
     * @param use the end of the file's name: empty for mode lease, {@code -share}, {@code -row-lock}, or {@code -guard}
     */
    public static void create(SqlServer server, String use) {
        execute(server, schema(server, use));
    }

    /** Creates the table of locks that several may hold, beside the default tables of mode row-lock. */
    static void createSharesBesideRowLocks(SqlServer server) {
        execute(server, schema(server, "-share").replace("interlock_lease_share", "interlock_row_share"));
    }

    private static String schema(SqlServer server, String use) {
        boolean postgres = server.product().equals(SqlProduct.POSTGRES.id());
        return text("schema/" + (postgres ? "postgresql" : "mysql") + use + ".sql");
    }

    private static void execute(SqlServer server, String text) {
        // In PostgreSQL, IF NOT EXISTS does not separate two clients that create a table at the same time, as rules do.
        CREATING.lock();
        try {
            for (String statement : text.split("(?m);$", 0)) {
                server.execute(statement);
            }
        } finally {
            CREATING.unlock();
        }
    }

    private static String text(String file) {
        try (InputStream in = JdbcLockBackend.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no schema file " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

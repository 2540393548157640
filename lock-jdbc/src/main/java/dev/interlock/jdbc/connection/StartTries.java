// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.connection;

import dev.interlock.LockClock;
import dev.interlock.jdbc.options.JdbcLockOptions;
import java.sql.SQLException;
import java.util.function.Predicate;

/**
 * Steps of the start that are tried again because a connection is slow to open: within the limit to connect, and at most
 * {@value #MOST} times. A step that fails at once therefore fails the start soon.
 */
public final class StartTries {

    private static final int MOST = 5;

    private StartTries() {}

    /**
     * A step of the start.
     *
     * @param <T> its result
     */
    public interface Step<T> {
        /** Does the step. */
        T run() throws SQLException;
    }

    /**
     * Runs a step.
     *
     * @param slow whether an exception says that a connection is slow, and that no statement of the step was sent
     * @throws SQLException the exception of the last try
     */
    public static <T> T run(LockClock clock, JdbcLockOptions options, Predicate<SQLException> slow, Step<T> step)
            throws SQLException {
        long beginNanos = clock.nanoTime();
        for (int tries = 1; ; tries++) {
            try {
                return step.run();
            } catch (SQLException e) {
                boolean late = clock.nanoTime() - beginNanos
                        >= options.pool().connectTimeout().toNanos();
                if (late || tries == MOST || !slow.test(e)) {
                    throw e;
                }
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** How drivers and pools report that a server was too slow, for which they have no number. */
public final class JdbcSlowness {

    /** How drivers report a connection that they have closed: the state of the standard, and a code of MariaDB's driver. */
    private static final String CLOSED_STATE = "08003";

    private static final int CLOSED_CODE = 1220;

    private JdbcSlowness() {}

    /** Whether no answer came in time. Any other end of a connection comes from the server, or ends its session. */
    public static boolean isSilence(@Nullable Throwable thrown) {
        return timeout(thrown) != null;
    }

    /** Whether the connection ended while the answer was due, and the server gave no reason: it may have done its part. */
    public static boolean isCutOff(SQLException thrown) {
        String state = thrown.getSQLState();
        return state != null && state.startsWith("08") && !state.equals(CLOSED_STATE);
    }

    /** Whether no answer came in time on a connection that was open. */
    static boolean isUnanswered(SQLException thrown) {
        SocketTimeoutException timeout = timeout(thrown);
        return timeout != null && "Read timed out".equals(timeout.getMessage());
    }

    /**
     * Whether a step of the start failed for this alone: no answer, no connection, or a new connection that the pool
     * closed after its own check, which gives the server a quarter of the limit.
     */
    public static boolean isAtStart(@Nullable Throwable thrown) {
        return isSilence(thrown) || (thrown instanceof SQLException sql && (isNotFree(sql) || isClosed(sql)));
    }

    /** An exception without a state is ours, or the pool's: no connection came free, and no statement was sent. */
    private static boolean isNotFree(SQLException thrown) {
        return thrown instanceof SQLTransientConnectionException && thrown.getSQLState() == null;
    }

    private static boolean isClosed(SQLException thrown) {
        return CLOSED_STATE.equals(thrown.getSQLState()) || thrown.getErrorCode() == CLOSED_CODE;
    }

    private static @Nullable SocketTimeoutException timeout(@Nullable Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SocketTimeoutException timeout) {
                return timeout;
            }
        }
        return null;
    }
}

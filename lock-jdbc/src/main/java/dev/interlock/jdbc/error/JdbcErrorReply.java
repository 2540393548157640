// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import dev.interlock.jdbc.dialect.JdbcDialect;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * An error that a database is known to answer with, as described in the tables {@link MysqlErrorCode},
 * {@link MariadbErrorCode} and {@link PostgresErrorCode}. Immutable.
 *
 * @param kind what the error says about the step
 * @param what what happened, to follow the name of the store
 * @param wayOut what to do about it
 */
public record JdbcErrorReply(JdbcErrorKind kind, String what, String wayOut) {

    /** What the dialect's table of errors says about an error, or null if it is not in there. */
    public static @Nullable JdbcErrorReply of(JdbcDialect dialect, SQLException thrown) {
        return switch (dialect) {
            case MYSQL -> MysqlErrorCode.of(thrown);
            case MARIADB -> MariadbErrorCode.of(thrown);
            case POSTGRESQL -> PostgresErrorCode.of(thrown);
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import static dev.interlock.jdbc.error.JdbcErrorKind.NO_LOGIN;
import static dev.interlock.jdbc.error.JdbcErrorKind.UNKNOWN;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What the error numbers mean that MariaDB has of its own, from 1900 on (MariaDB Error Codes); below that they are
 * those of {@link MysqlErrorCode}. There 1020 (HY000) means a conflict under {@code innodb_snapshot_isolation}, on
 * since 11.6.2, which rolls back. A number that is in neither table is unknown.
 */
enum MariadbErrorCode {
    CONNECTION_KILLED(1927, UNKNOWN, "ended the session", "see what killed it"),
    STATEMENT_TIMEOUT(1969, UNKNOWN, "cancelled the statement", "raise interlock.timeout, or see what slows it down"),
    NO_PASSWORD(1698, NO_LOGIN, "refused the login", JdbcErrors.LOGIN),
    ACCOUNT_BLOCKED(4151, NO_LOGIN, "has locked the account", JdbcErrors.LOGIN);

    private final int code;

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and an enum
    private final JdbcErrorReply reply;

    MariadbErrorCode(int code, JdbcErrorKind kind, String what, String wayOut) {
        this.code = code;
        this.reply = new JdbcErrorReply(kind, what, wayOut);
    }

    static @Nullable JdbcErrorReply of(SQLException thrown) {
        for (MariadbErrorCode error : values()) {
            if (error.code == thrown.getErrorCode()) {
                return error.reply;
            }
        }
        return MysqlErrorCode.of(thrown);
    }

    int code() {
        return code;
    }

    JdbcErrorReply reply() {
        return reply;
    }
}

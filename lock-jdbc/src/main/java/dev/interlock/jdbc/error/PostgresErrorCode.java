// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import static dev.interlock.jdbc.error.JdbcErrorKind.DUPLICATE_KEY;
import static dev.interlock.jdbc.error.JdbcErrorKind.NO_CONNECTION;
import static dev.interlock.jdbc.error.JdbcErrorKind.NO_LOGIN;
import static dev.interlock.jdbc.error.JdbcErrorKind.PERMANENT;
import static dev.interlock.jdbc.error.JdbcErrorKind.READ_ONLY;
import static dev.interlock.jdbc.error.JdbcErrorKind.ROLLED_BACK;
import static dev.interlock.jdbc.error.JdbcErrorKind.ROW_LOCKED;
import static dev.interlock.jdbc.error.JdbcErrorKind.TRANSIENT;
import static dev.interlock.jdbc.error.JdbcErrorKind.UNKNOWN;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What the states of PostgreSQL mean (PostgreSQL 17, Appendix A, Error Codes); each of them but those of class 57 ends
 * the transaction without effect. A state that is not here is unknown.
 */
public enum PostgresErrorCode {
    UNIQUE_VIOLATION("23505", DUPLICATE_KEY, "has the key already", "try again"),
    LOCK_NOT_AVAILABLE("55P03", ROW_LOCKED, "keeps our row locked for another session", JdbcErrors.END_SESSION),
    SERIALIZATION_FAILURE("40001", ROLLED_BACK, "found the row changed again and again", "set READ COMMITTED"),
    DEADLOCK_DETECTED("40P01", ROLLED_BACK, "found a deadlock again and again", "find the sessions that lock our rows"),

    READ_ONLY_TRANSACTION("25006", READ_ONLY, "is read-only", JdbcErrors.PRIMARY),
    DISK_FULL("53100", TRANSIENT, "has a full disk", "free space on its disk"),
    OUT_OF_MEMORY("53200", TRANSIENT, "is out of memory", "give it more"),
    UNKNOWN_PREPARED("26000", TRANSIENT, "lost a prepared statement", "set prepareThreshold=0 behind a pooler"),
    DUPLICATE_PREPARED(
            "42P05", TRANSIENT, "has the prepared statement already", "set prepareThreshold=0 behind a pooler"),

    NO_KEY("42P10", PERMANENT, JdbcErrors.NO_KEY, JdbcErrors.MAKE_KEY),
    UNDEFINED_TABLE("42P01", PERMANENT, "has no such table", JdbcErrors.MISSING_TABLE),
    UNDEFINED_SCHEMA("3F000", PERMANENT, "has no such schema", JdbcErrors.MISSING_TABLE),
    UNDEFINED_COLUMN("42703", PERMANENT, "has a table without one of our columns", JdbcErrors.OTHER_TABLE),
    WRONG_TYPE("42804", PERMANENT, "has another type in one of our columns", JdbcErrors.OTHER_TABLE),
    WRONG_OPERATOR("42883", PERMANENT, "has another type in one of our columns", JdbcErrors.OTHER_TABLE),
    TOO_LONG("22001", PERMANENT, "has too narrow a column in our table", JdbcErrors.OTHER_TABLE),
    NOT_NULL("23502", PERMANENT, "has a column in our table that we do not fill", JdbcErrors.OTHER_TABLE),
    OUT_OF_RANGE("22003", PERMANENT, "has used up the fencing tokens of the lock", JdbcErrors.TOKENS),
    INSUFFICIENT_PRIVILEGE("42501", PERMANENT, "lacks a right for this user", JdbcErrors.GRANT),
    FAILED_TRANSACTION(
            "25P02", PERMANENT, "was asked within a failed transaction", "pass a DataSource without transactions"),

    TOO_MANY_CONNECTIONS("53300", NO_CONNECTION, "has too many connections", JdbcErrors.CONNECTIONS),
    CANNOT_CONNECT_NOW("57P03", NO_CONNECTION, "is starting or stopping", "wait until it has started"),
    INVALID_LOGIN("28000", NO_LOGIN, "refused the login", JdbcErrors.LOGIN),
    INVALID_PASSWORD("28P01", NO_LOGIN, "refused the login", JdbcErrors.LOGIN),
    UNDEFINED_DATABASE("3D000", NO_LOGIN, "has no such database", "check the name of the database in the url"),

    CANCELED("57014", UNKNOWN, "cancelled the statement", "raise interlock.timeout, or see what slows it down"),
    ADMIN_SHUTDOWN("57P01", UNKNOWN, "ended the session", "see what ended it"),
    CRASH_SHUTDOWN("57P02", UNKNOWN, "crashed", "see the server's log"),
    IDLE_TIMEOUT("57P05", UNKNOWN, "ended the idle session", "raise idle_session_timeout"),
    IDLE_TRANSACTION("25P03", UNKNOWN, "ended the idle transaction", "renew sooner, or ask for a longer lease"),
    TRANSACTION_TIMEOUT("25P04", UNKNOWN, "ended the long transaction", "set transaction_timeout to 0"),
    COMPLETION_UNKNOWN("40003", UNKNOWN, "does not know whether it committed", "see the server's log");

    private final String state;

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and an enum
    private final JdbcErrorReply reply;

    PostgresErrorCode(String state, JdbcErrorKind kind, String what, String wayOut) {
        this.state = state;
        this.reply = new JdbcErrorReply(kind, what, wayOut);
    }

    static @Nullable JdbcErrorReply of(SQLException thrown) {
        for (PostgresErrorCode error : values()) {
            if (error.state.equals(thrown.getSQLState())) {
                return error.reply;
            }
        }
        return null;
    }

    public String state() {
        return state;
    }

    JdbcErrorReply reply() {
        return reply;
    }
}

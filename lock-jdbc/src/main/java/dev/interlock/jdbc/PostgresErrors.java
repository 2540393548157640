// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.Meaning.AGAIN;
import static dev.interlock.jdbc.Meaning.DUPLICATE;
import static dev.interlock.jdbc.Meaning.LATER;
import static dev.interlock.jdbc.Meaning.NEVER;
import static dev.interlock.jdbc.Meaning.NO_CONNECTION;
import static dev.interlock.jdbc.Meaning.NO_LOGIN;
import static dev.interlock.jdbc.Meaning.READ_ONLY;
import static dev.interlock.jdbc.Meaning.ROW_LOCKED;
import static dev.interlock.jdbc.Meaning.UNKNOWN;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What the states of PostgreSQL mean (PostgreSQL 17, Appendix A, Error Codes); each of them but those of class 57 ends the
 * transaction without effect. A state that is not here is unknown.
 */
enum PostgresErrors {
    UNIQUE_VIOLATION("23505", DUPLICATE, "has the key already", "try again"),
    LOCK_NOT_AVAILABLE("55P03", ROW_LOCKED, "keeps our row locked for another session", JdbcErrors.END_SESSION),
    SERIALIZATION_FAILURE("40001", AGAIN, "found the row changed again and again", "set READ COMMITTED"),
    DEADLOCK_DETECTED("40P01", AGAIN, "found a deadlock again and again", "find the sessions that lock our rows"),

    READ_ONLY_TRANSACTION("25006", READ_ONLY, "is read-only", JdbcErrors.PRIMARY),
    DISK_FULL("53100", LATER, "has a full disk", "free space on its disk"),
    OUT_OF_MEMORY("53200", LATER, "is out of memory", "give it more"),
    UNKNOWN_PREPARED("26000", LATER, "lost a prepared statement", "set prepareThreshold=0 behind a pooler"),
    DUPLICATE_PREPARED("42P05", LATER, "has the prepared statement already", "set prepareThreshold=0 behind a pooler"),

    UNDEFINED_TABLE("42P01", NEVER, "has no such table", JdbcErrors.MISSING_TABLE),
    UNDEFINED_SCHEMA("3F000", NEVER, "has no such schema", JdbcErrors.MISSING_TABLE),
    UNDEFINED_COLUMN("42703", NEVER, "has a table without one of our columns", JdbcErrors.OTHER_TABLE),
    WRONG_TYPE("42804", NEVER, "has another type in one of our columns", JdbcErrors.OTHER_TABLE),
    WRONG_OPERATOR("42883", NEVER, "has another type in one of our columns", JdbcErrors.OTHER_TABLE),
    TOO_LONG("22001", NEVER, "has too narrow a column in our table", JdbcErrors.OTHER_TABLE),
    NOT_NULL("23502", NEVER, "has a column in our table that we do not fill", JdbcErrors.OTHER_TABLE),
    OUT_OF_RANGE("22003", NEVER, "has used up the fencing tokens of the lock", JdbcErrors.TOKENS),
    INSUFFICIENT_PRIVILEGE("42501", NEVER, "lacks a right for this user", JdbcErrors.GRANT),
    FAILED_TRANSACTION(
            "25P02", NEVER, "was asked within a failed transaction", "pass a DataSource without transactions"),

    TOO_MANY_CONNECTIONS("53300", NO_CONNECTION, "has too many connections", JdbcErrors.CONNECTIONS),
    CANNOT_CONNECT_NOW("57P03", NO_CONNECTION, "is starting or stopping", "wait until it has started"),
    INVALID_LOGIN("28000", NO_LOGIN, "refused the login", JdbcErrors.LOGIN),
    INVALID_PASSWORD("28P01", NO_LOGIN, "refused the login", JdbcErrors.LOGIN),
    UNDEFINED_DATABASE("3D000", NO_LOGIN, "has no such database", "check the name of the database in the url"),

    CANCELED("57014", UNKNOWN, "cancelled the statement", "raise interlock.timeout, or see what slows it down"),
    ADMIN_SHUTDOWN("57P01", UNKNOWN, "ended the session", "see who ended it"),
    CRASH_SHUTDOWN("57P02", UNKNOWN, "crashed", "see the server's log"),
    IDLE_TIMEOUT("57P05", UNKNOWN, "ended the idle session", "raise idle_session_timeout"),
    IDLE_TRANSACTION("25P03", UNKNOWN, "ended the idle transaction", "renew sooner, or ask for a longer lease"),
    TRANSACTION_TIMEOUT("25P04", UNKNOWN, "ended the long transaction", "set transaction_timeout to 0"),
    COMPLETION_UNKNOWN("40003", UNKNOWN, "does not know whether it committed", "see the server's log");

    private final String state;

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a Meaning
    private final ErrorRow row;

    PostgresErrors(String state, Meaning meaning, String what, String wayOut) {
        this.state = state;
        this.row = new ErrorRow(meaning, what, wayOut);
    }

    static @Nullable ErrorRow of(SQLException thrown) {
        for (PostgresErrors error : values()) {
            if (error.state.equals(thrown.getSQLState())) {
                return error.row;
            }
        }
        return null;
    }

    String state() {
        return state;
    }

    ErrorRow row() {
        return row;
    }
}

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
 * What the error numbers of MySQL mean (MySQL 8.0 Error Message Reference; InnoDB Error Handling: all of these but 1205 end the
 * transaction, and 1205 the statement, which is the same with autocommit). A number that is not here is unknown.
 */
enum MysqlErrors {
    DUP_ENTRY(1062, DUPLICATE, "has the key already", "try again"),
    LOCK_WAIT_TIMEOUT(1205, ROW_LOCKED, "keeps our row locked for another session", JdbcErrors.END_SESSION),
    LOCK_NOWAIT(3572, ROW_LOCKED, "keeps our row locked for another session", JdbcErrors.END_SESSION),
    LOCK_DEADLOCK(1213, AGAIN, "found a deadlock again and again", "find the sessions that lock our rows"),
    CHECKREAD(1020, AGAIN, "found the row changed again and again", "set the isolation to READ COMMITTED"),
    GROUP_ROLLBACK(3101, AGAIN, "rolled back for another member of the group", "write to one member only"),

    READ_ONLY_OPTION(1290, READ_ONLY, "is read-only", JdbcErrors.PRIMARY),
    READ_ONLY_MODE(1836, READ_ONLY, "is read-only", JdbcErrors.PRIMARY),
    GLOBAL_READ_LOCK(1223, LATER, "is read-locked", "end FLUSH TABLES WITH READ LOCK"),
    GROUP_REFUSES(3100, LATER, "is not ready as a member of its group", "see the state of the group"),
    OUT_OF_MEMORY(1037, LATER, "is out of memory", "give it more"),
    TABLE_FULL(1114, LATER, "has no room for the table", "free space on its disk"),
    DISK_FULL(1021, LATER, "has a full disk", "free space on its disk"),

    READ_ONLY_TRANSACTION(1792, NEVER, "was asked on a read-only connection", "pass a DataSource that may write"),
    NO_SUCH_TABLE(1146, NEVER, "has no such table", JdbcErrors.MISSING_TABLE),
    BAD_FIELD(1054, NEVER, "has a table without one of our columns", JdbcErrors.OTHER_TABLE),
    WRONG_VALUE(1366, NEVER, "has another type in one of our columns", JdbcErrors.OTHER_TABLE),
    DATA_TOO_LONG(1406, NEVER, "has too narrow a column in our table", JdbcErrors.OTHER_TABLE),
    NO_DEFAULT(1364, NEVER, "has a column in our table that we do not fill", JdbcErrors.OTHER_TABLE),
    OUT_OF_RANGE(1690, NEVER, "has used up the fencing tokens of the lock", JdbcErrors.TOKENS),
    VALUE_OUT_OF_RANGE(1264, NEVER, "has used up the fencing tokens of the lock", JdbcErrors.TOKENS),
    TABLE_ACCESS_DENIED(1142, NEVER, "lacks a right for this user", JdbcErrors.GRANT),
    COLUMN_ACCESS_DENIED(1143, NEVER, "lacks a right for this user", JdbcErrors.GRANT),
    SPECIFIC_ACCESS_DENIED(1227, NEVER, "lacks a right for this user", JdbcErrors.GRANT),
    NO_DATABASE(1046, NEVER, "was not told a database", "name it in the url, behind the port"),
    BINLOG_FORMAT(1665, NEVER, "cannot log by statement at this isolation", "set binlog_format to ROW"),

    TOO_MANY_CONNECTIONS(1040, NO_CONNECTION, "has too many connections", JdbcErrors.CONNECTIONS),
    USER_CONNECTIONS(1203, NO_CONNECTION, "has too many connections of this user", JdbcErrors.CONNECTIONS),
    USER_LIMIT(1226, NO_CONNECTION, "has a limit on this user", JdbcErrors.CONNECTIONS),
    NOT_PREPARED(1047, NO_CONNECTION, "is not ready as a member of its cluster", "see the state of the cluster"),
    HOST_BLOCKED(1129, NO_LOGIN, "blocks this host", "run FLUSH HOSTS there"),
    HOST_NOT_PRIVILEGED(1130, NO_LOGIN, "does not let this host in", "create the user for this host"),
    DATABASE_ACCESS_DENIED(1044, NO_LOGIN, "lacks a right for this user", JdbcErrors.GRANT),
    ACCESS_DENIED(1045, NO_LOGIN, "refused the login", JdbcErrors.LOGIN),
    PASSWORD_EXPIRED(1862, NO_LOGIN, "wants another password", JdbcErrors.LOGIN),
    ACCOUNT_LOCKED(3118, NO_LOGIN, "has locked the account", JdbcErrors.LOGIN),
    BAD_DATABASE(1049, NO_LOGIN, "has no such database", "check the name of the database in the url"),

    SHUTDOWN(1053, UNKNOWN, "is shutting down", "start it"),
    ERROR_DURING_COMMIT(1180, UNKNOWN, "failed to commit", "see the server's log"),
    INTERRUPTED(1317, UNKNOWN, "cancelled the statement", "raise interlock.timeout, or see what slows it down"),
    IDLE_SESSION(4031, UNKNOWN, "ended the idle session", "renew sooner, or raise wait_timeout"),
    EXECUTION_TIME(3024, UNKNOWN, "cancelled the statement", "raise interlock.timeout, or see what slows it down");

    private final int code;

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and a Meaning
    private final ErrorRow row;

    MysqlErrors(int code, Meaning meaning, String what, String wayOut) {
        this.code = code;
        this.row = new ErrorRow(meaning, what, wayOut);
    }

    static @Nullable ErrorRow of(SQLException thrown) {
        for (MysqlErrors error : values()) {
            if (error.code == thrown.getErrorCode()) {
                return error.row;
            }
        }
        return null;
    }

    int code() {
        return code;
    }

    ErrorRow row() {
        return row;
    }
}

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
 * What the error numbers of MySQL mean (MySQL 8.0 Error Message Reference; InnoDB Error Handling: all of these
 * but 1205 end the transaction, and 1205 the statement, which is the same with autocommit). A number that is
 * not here is unknown.
 */
enum MysqlErrorCode {
    DUP_ENTRY(1062, DUPLICATE_KEY, "has the key already", "try again"),
    LOCK_WAIT_TIMEOUT(1205, ROW_LOCKED, "keeps our row locked for another session", JdbcErrors.END_SESSION),
    LOCK_NOWAIT(3572, ROW_LOCKED, "keeps our row locked for another session", JdbcErrors.END_SESSION),
    LOCK_DEADLOCK(1213, ROLLED_BACK, "found a deadlock again and again", "find the sessions that lock our rows"),
    CHECKREAD(1020, ROLLED_BACK, "found the row changed again and again", "set the isolation to READ COMMITTED"),
    GROUP_ROLLBACK(3101, ROLLED_BACK, "rolled back for another member of the group", "write to one member only"),

    READ_ONLY_OPTION(1290, READ_ONLY, "is read-only", JdbcErrors.PRIMARY),
    READ_ONLY_MODE(1836, READ_ONLY, "is read-only", JdbcErrors.PRIMARY),
    GLOBAL_READ_LOCK(1223, TRANSIENT, "is read-locked", "end FLUSH TABLES WITH READ LOCK"),
    GROUP_REFUSES(3100, TRANSIENT, "is not ready as a member of its group", "see the state of the group"),
    OUT_OF_MEMORY(1037, TRANSIENT, "is out of memory", "give it more"),
    TABLE_FULL(1114, TRANSIENT, "has no room for the table", "free space on its disk"),
    DISK_FULL(1021, TRANSIENT, "has a full disk", "free space on its disk"),

    READ_ONLY_TRANSACTION(1792, PERMANENT, "was asked on a read-only connection", "pass a DataSource that may write"),
    NO_SUCH_TABLE(1146, PERMANENT, "has no such table", JdbcErrors.MISSING_TABLE),
    BAD_FIELD(1054, PERMANENT, "has a table without one of our columns", JdbcErrors.OTHER_TABLE),
    WRONG_VALUE(1366, PERMANENT, "has another type in one of our columns", JdbcErrors.OTHER_TABLE),
    DATA_TOO_LONG(1406, PERMANENT, "has too narrow a column in our table", JdbcErrors.OTHER_TABLE),
    NO_DEFAULT(1364, PERMANENT, "has a column in our table that we do not fill", JdbcErrors.OTHER_TABLE),
    OUT_OF_RANGE(1690, PERMANENT, "has used up the fencing tokens of the lock", JdbcErrors.TOKENS),
    VALUE_OUT_OF_RANGE(1264, PERMANENT, "has used up the fencing tokens of the lock", JdbcErrors.TOKENS),
    TABLE_ACCESS_DENIED(1142, PERMANENT, "lacks a right for this user", JdbcErrors.GRANT),
    COLUMN_ACCESS_DENIED(1143, PERMANENT, "lacks a right for this user", JdbcErrors.GRANT),
    SPECIFIC_ACCESS_DENIED(1227, PERMANENT, "lacks a right for this user", JdbcErrors.GRANT),
    NO_DATABASE(1046, PERMANENT, "got no name of a database", "name it in the url, behind the port"),
    BINLOG_FORMAT(1665, PERMANENT, "cannot log by statement at this isolation", "set binlog_format to ROW"),

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

    @SuppressWarnings("ImmutableEnumChecker") // a record of texts and an enum
    private final JdbcErrorReply reply;

    MysqlErrorCode(int code, JdbcErrorKind kind, String what, String wayOut) {
        this.code = code;
        this.reply = new JdbcErrorReply(kind, what, wayOut);
    }

    static @Nullable JdbcErrorReply of(SQLException thrown) {
        for (MysqlErrorCode error : values()) {
            if (error.code == thrown.getErrorCode()) {
                return error.reply;
            }
        }
        return null;
    }

    int code() {
        return code;
    }

    JdbcErrorReply reply() {
        return reply;
    }
}

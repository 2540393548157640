// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.toolbox.SecretMask;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Translates the driver's exceptions into outcomes and messages, by the dialect's table of errors. An acquisition is
 * refused only if no statement that grants was left without an answer, or if the answer is an error of the table that
 * says so; everything else is unknown.
 */
public final class JdbcErrors {

    static final String GRANT = "grant SELECT, INSERT and UPDATE on {table}";
    static final String MISSING_TABLE =
            "create {table} with dev/interlock/jdbc/schema/{schema}.sql from the jar of lock-jdbc,"
                    + " or set interlock.schema=create";
    public static final String OTHER_TABLE =
            "compare {table} with dev/interlock/jdbc/schema/{schema}.sql in the jar of lock-jdbc,"
                    + " or set interlock.table";
    static final String PRIMARY = "point the url at the primary";
    static final String CONNECTIONS = "allow more of them, or lower interlock.poolSize or interlock.maxHeld";
    static final String LOGIN = "check the options user and password";
    static final String END_SESSION = "end the session that keeps a row of {table} locked";
    static final String TOKENS = "put its row in {table} right: the tokens end at 2^63";

    public static final String NO_KEY = "lets two rows have one lock_name";
    public static final String MAKE_KEY = "make it the primary key of {table}, and delete the second";

    /** How Connector/J says that it may not ask for the key with which a password is encrypted; it has no number. */
    private static final String NO_SERVER_KEY = "Public Key Retrieval is not allowed";

    private static final Duration AT_ONCE = Duration.ofMillis(1);

    /** The longest part of a driver's message that is shown. */
    private static final int MAX_SHOWN = 200;

    private final String store;
    private final String schema;
    private final String table;
    private final Function<SQLException, @Nullable JdbcErrorReply> replies;

    public JdbcErrors(String store, JdbcDialect dialect, JdbcLockOptions options) {
        this.store = store;
        this.schema = dialect.schemaFile(options);
        this.table = options.tables();
        this.replies = thrown -> JdbcErrorReply.of(dialect, thrown);
    }

    public String store() {
        return store;
    }

    /** How an acquisition ended that the driver answered with an exception. */
    public AcquireOutcome acquire(LockName name, SQLException thrown, JdbcRequestTracker tracker) {
        return acquire("'" + name + "' not acquired", thrown, tracker);
    }

    public AcquireOutcome acquire(String failed, SQLException thrown, JdbcRequestTracker tracker) {
        JdbcErrorReply reply = reply(thrown);
        boolean answered = reply != null && reply.kind().saysNotExecuted();
        if (!answered && !tracker.allAnswered()) {
            return new Unknown(sanitized(thrown));
        }
        return notAcquired(failed, thrown);
    }

    /** How an acquisition ended that the driver answered with an exception, if nothing of it can be left. */
    public AcquireOutcome notAcquired(LockName name, SQLException thrown) {
        return notAcquired("'" + name + "' not acquired", thrown);
    }

    private AcquireOutcome notAcquired(String failed, SQLException thrown) {
        JdbcErrorReply reply = reply(thrown);
        if (reply != null && reply.kind() == JdbcErrorKind.DUPLICATE_KEY) {
            return new Contended(AT_ONCE);
        }
        boolean mayHeal = reply == null || reply.kind().mayHeal();
        return new Refused(unavailable(failed, thrown), mayHeal);
    }

    /** Whether the same statement may succeed if it is sent again at once. */
    public boolean mayRepeat(SQLException thrown) {
        JdbcErrorReply reply = reply(thrown);
        return reply != null && reply.kind().mayRepeat();
    }

    /** Whether the table says that another session has our row locked. */
    public boolean isRowLocked(SQLException thrown) {
        JdbcErrorReply reply = reply(thrown);
        return reply != null && reply.kind() == JdbcErrorKind.ROW_LOCKED;
    }

    /** Whether it is the server's answer to a statement, rather than the end of a connection or of the wait for one. */
    public boolean isRefusal(SQLException thrown) {
        String state = thrown.getSQLState();
        boolean answered =
                state != null && !state.startsWith("08") && !state.startsWith("57") && !state.startsWith("70");
        JdbcErrorReply reply = reply(thrown);
        return answered && (reply == null || reply.kind() == JdbcErrorKind.PERMANENT);
    }

    /** Whether the table says that the server takes no writes, so that its connections should go. */
    public boolean isReadOnly(SQLException thrown) {
        JdbcErrorReply reply = reply(thrown);
        return reply != null && reply.kind() == JdbcErrorKind.READ_ONLY;
    }

    /** Whether the table says that there is no such table. */
    public boolean isMissingTable(SQLException thrown) {
        JdbcErrorReply reply = reply(thrown);
        return reply != null && reply.wayOut().equals(MISSING_TABLE);
    }

    /** The message for users: what happened, and what to do. */
    public LockUnavailableException unavailable(String failed, SQLException thrown) {
        return new LockUnavailableException(failed + ": " + describe(thrown), sanitized(thrown));
    }

    /** A row of ours holds something that we do not understand. */
    public LockUnavailableException foreign(String failed, String what) {
        return new LockUnavailableException(
                failed + ": " + store + " keeps a row that a newer Interlock wrote (" + what + "): upgrade this client",
                null);
    }

    /** The database is not as it must be. */
    public LockUnavailableException unfit(String what, String wayOut) {
        return new LockUnavailableException(
                "locks cannot be kept: " + store + " " + what + ": " + filled(wayOut), null);
    }

    private String describe(SQLException thrown) {
        JdbcErrorReply reply = reply(thrown);
        String shown = shown(thrown);
        if (reply != null) {
            return store + " " + reply.what() + " (" + shown + "): " + filled(reply.wayOut());
        }
        if (thrown instanceof RowLockLimitException) {
            return store + " is asked for no more: " + thrown.getMessage()
                    + ": release some, or raise interlock.maxHeld and what the server allows";
        }
        if (thrown instanceof GivenUpException) {
            return store + " may still run " + thrown.getMessage() + ", as it did not answer in time: end what they"
                    + " wait for, such as a lock on the table or a standby that is missing";
        }
        if (thrown instanceof SQLTransientConnectionException && thrown.getCause() == null) {
            return "no connection to " + store + " became free in time (" + shown
                    + "): raise interlock.poolSize or interlock.poolWait, or the size of your own pool";
        }
        if (shown.contains(NO_SERVER_KEY)) {
            return store + " takes this user's password over TLS or encrypted with its key only (" + shown
                    + "): set sslMode=VERIFY_IDENTITY in the url, or serverRSAPublicKeyFile";
        }
        if (JdbcSlowness.isUnanswered(thrown)) {
            return store + " did not answer in time (" + shown
                    + "): check its load, and the options interlock.timeout and interlock.connectTimeout";
        }
        return store + " cannot be reached or failed (" + shown
                + "): check that the server runs and that the url names it";
    }

    private String filled(String wayOut) {
        return wayOut.replace("{table}", table).replace("{schema}", schema);
    }

    /** What the table says of the first exception that is in it: pools wrap what the driver threw. */
    private @Nullable JdbcErrorReply reply(SQLException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                JdbcErrorReply reply = replies.apply(sql);
                if (reply != null) {
                    return reply;
                }
            }
        }
        return null;
    }

    private String shown(SQLException thrown) {
        Throwable deepest = thrown;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String code = "";
        if (deepest instanceof SQLException sql) {
            code = sql.getErrorCode() != 0 ? "error " + sql.getErrorCode() + ": " : "state " + sql.getSQLState() + ": ";
        }
        String text = deepest instanceof SQLException
                ? String.valueOf(deepest.getMessage())
                : deepest.getClass().getSimpleName() + ": " + deepest.getMessage();
        // PostgreSQL shows the values of the row below the first line.
        String line = code + firstLine(SecretMask.mask(text)).replaceAll("[^ -~]", " ");
        return line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) + "…" : line;
    }

    private static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    /** The exception, unless it or what is in it shows a secret. */
    public SQLException sanitized(SQLException thrown) {
        for (Throwable each : thrown) {
            String message = each.getMessage();
            if (message != null && !SecretMask.mask(message).equals(message)) {
                return new SQLException(SecretMask.mask(message), thrown.getSQLState(), thrown.getErrorCode());
            }
        }
        return thrown;
    }
}

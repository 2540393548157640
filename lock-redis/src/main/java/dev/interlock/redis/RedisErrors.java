// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.RedisScript.Sending;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import java.io.IOException;
import java.util.NoSuchElementException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * What the driver's exceptions mean. An acquisition is refused only if the command never left, or if the server answered it
 * with an error of the table; everything else is unknown.
 */
final class RedisErrors {

    /** The server's error replies that mean: not executed. */
    private enum Row {
        READONLY("READONLY", true, "is read-only", "point the uri at the primary"),
        OOM("OOM", true, "is out of memory", "raise maxmemory, or keep locks on a server of their own"),
        MISCONF("MISCONF", true, "refuses writes because it cannot save", "see its log for the disk's problem"),
        LOADING("LOADING", true, "is loading its data", "wait until it has started"),
        BUSY("BUSY", true, "is busy with somebody's script", "end it with SCRIPT KILL"),
        CLUSTERDOWN("CLUSTERDOWN", true, "belongs to a cluster that is down", "bring its slots back"),
        MASTERDOWN("MASTERDOWN", true, "is a replica without its primary", "point the uri at the primary"),
        NOREPLICAS("NOREPLICAS", true, "has too few replicas", "bring them back or lower min-replicas-to-write"),
        TRYAGAIN("TRYAGAIN", true, "is moving the lock's slot", "wait until the slot has moved"),
        CLIENTS("ERR max number of clients", true, "has too many clients", "raise maxclients or lower poolSize"),
        WRONGTYPE("WRONGTYPE", false, "keeps something else under our key", "delete that key or use another prefix"),
        NOAUTH("NOAUTH", false, "wants a login", "set the options user and password"),
        WRONGPASS("WRONGPASS", false, "refused the login", "check the options user and password"),
        NOPERM("NOPERM", false, "lacks a right for this user", "grant: "),
        SCRIPT_USER("The user executing the script", false, "lacks a right for this user", "grant: "),
        MOVED("MOVED", false, "is a node of a cluster", "pass a RedisClusterClient to RedisLockBackend.using"),
        ASK("ASK", false, "is a node of a cluster", "pass a RedisClusterClient to RedisLockBackend.using"),
        DENIED("DENIED", false, "is in protected mode", "give it a password or bind it to the loopback address"),
        DATABASE("ERR DB index", false, "has no such database", "check the option database"),
        UNKNOWN_COMMAND(
                "ERR unknown command", false, "lacks a command", "use Redis 6.2 or newer without renamed commands");

        private final String code;
        private final boolean retryable;
        private final String what;
        private final String wayOut;

        Row(String code, boolean retryable, String what, String wayOut) {
            this.code = code;
            this.retryable = retryable;
            this.what = what;
            this.wayOut = wayOut;
        }

        static @Nullable Row of(String reply) {
            String plain = withoutScript(reply);
            for (Row row : values()) {
                if (plain.startsWith(row.code)) {
                    return row;
                }
            }
            return null;
        }

        /** Redis 6.2 wraps what a script runs into: {@code ERR Error running script (...): @user_script: 34: -OOM ...}. */
        private static String withoutScript(String reply) {
            int script = reply.lastIndexOf("@user_script");
            int start = 0;
            if (script >= 0 && reply.startsWith("ERR Error running script")) {
                start = script + "@user_script".length();
                while (start < reply.length() && " :-0123456789".indexOf(reply.charAt(start)) >= 0) {
                    start++;
                }
            }
            boolean wordy = reply.startsWith("ERR The user executing", start);
            return reply.substring(wordy ? start + "ERR ".length() : start);
        }
    }

    /** The longest part of a reply that is shown. */
    private static final int MAX_SHOWN = 160;

    private final String store;
    private final String rights;
    private final @Nullable String password;

    RedisErrors(String store, RedisLockOptions options) {
        this.store = store;
        this.rights = rights(options.prefix());
        this.password = options.server().password();
    }

    /** The ACL rules a user needs, to be copied behind {@code ACL SETUSER name on >password}. */
    static String rights(String prefix) {
        return "resetchannels ~" + prefix + ":* &" + prefix
                + ":* +ping +info +eval +evalsha +get +set +del +pexpire +pttl"
                + " +time +publish +subscribe +unsubscribe";
    }

    String store() {
        return store;
    }

    String rights() {
        return rights;
    }

    /** How an acquisition ended that the driver answered with an exception. */
    AcquireOutcome acquire(LockName name, RuntimeException thrown, Sending sending) {
        Row row = row(thrown);
        if (!sending.never() && (row == null || !sending.once())) {
            return new Unknown(sanitized(thrown));
        }
        boolean mayHeal = !(thrown instanceof JedisDataException) && !isTlsRejected(thrown);
        boolean retryable = row != null ? row.retryable : mayHeal;
        return new Refused(unavailable("'" + name + "' not acquired", thrown, sending), retryable);
    }

    /** Says what happened, for people. */
    LockUnavailableException unavailable(String failed, RuntimeException thrown, Sending sending) {
        return new LockUnavailableException(failed + ": " + describe(thrown, sending), sanitized(thrown));
    }

    /** A key of ours holds something we did not write. */
    LockUnavailableException foreign(String failed, String key, String what) {
        return new LockUnavailableException(
                failed + ": " + store + " keeps something else under the key '" + key + "' (" + what
                        + "): delete that key or use another prefix",
                null);
    }

    /** Whether the reply says that a demoted primary was asked, so that its connections should go. */
    static boolean isReadOnly(RuntimeException thrown) {
        return row(thrown) == Row.READONLY;
    }

    /** Whether the reply says that the user, though logged in, may not do this. */
    static boolean isMissingRight(RuntimeException thrown) {
        return row(thrown) == Row.NOPERM;
    }

    private static @Nullable Row row(RuntimeException thrown) {
        return thrown instanceof JedisDataException && thrown.getMessage() != null ? Row.of(thrown.getMessage()) : null;
    }

    private String describe(RuntimeException thrown, Sending sending) {
        Row row = row(thrown);
        String reply = shown(thrown);
        if (row != null) {
            return store + " " + row.what + " (" + reply + "): " + row.wayOut
                    + (row.wayOut.endsWith(" ") ? rights : "");
        }
        if (thrown instanceof JedisDataException) {
            return store + " answered with an error (" + reply + "): see the server's log";
        }
        if (!sending.never()) {
            return store + " did not answer (" + reply + "): check the server and the option timeout";
        }
        if (causedBy(thrown, NoSuchElementException.class)) {
            return "no connection to " + store + " became free in time (" + reply + "): raise poolSize or poolWait";
        }
        if (causedBy(thrown, SSLException.class)) {
            return "no TLS connection to " + store + " (" + reply
                    + "): check the certificate and the host's name in it";
        }
        return "no connection to " + store + " (" + reply + "): check that the server runs and that the uri names it";
    }

    /** Whether one side did not want the other; a handshake that is cut or stalls, as during a restart, is not that. */
    private static boolean isTlsRejected(Throwable thrown) {
        Throwable deepest = deepest(thrown);
        boolean network = deepest instanceof IOException && !(deepest instanceof SSLException);
        return !network && causedBy(thrown, SSLException.class);
    }

    private static Throwable deepest(Throwable thrown) {
        Throwable deepest = thrown;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        return deepest;
    }

    private String shown(Throwable thrown) {
        Throwable deepest = deepest(thrown);
        if (deepest.getSuppressed().length > 0) {
            // Jedis keeps the reason of a failed connect there, one for each address.
            deepest = deepest.getSuppressed()[0];
        }
        String text = deepest instanceof JedisException && deepest.getMessage() != null
                ? deepest.getMessage()
                : deepest.getClass().getSimpleName() + ": " + deepest.getMessage();
        String line = masked(text.replaceAll("[^ -~]", " "));
        return line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) + "…" : line;
    }

    static boolean causedBy(Throwable thrown, Class<? extends Throwable> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The exception, unless it shows the password: a server that does not know AUTH or HELLO quotes its arguments. */
    RuntimeException sanitized(RuntimeException thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && !masked(message).equals(message)) {
                return new JedisException(masked(message));
            }
        }
        return thrown;
    }

    private String masked(String text) {
        return password == null || password.isEmpty() ? text : text.replace(password, "***");
    }
}

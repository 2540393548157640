// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.error;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.request.RedisRequestTracker;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.toolbox.GivenWarnings;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.NoSuchElementException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Translates the driver's exceptions into outcomes and messages. An acquisition is refused only if the command never
 * left, or if the server answered it with a {@link RedisErrorReply}; everything else is unknown.
 */
public final class RedisErrors {

    private static final Logger LOG = LoggerFactory.getLogger(RedisErrors.class);

    /** The longest part of a reply that is shown. */
    private static final int MAX_SHOWN = 160;

    private final boolean tls;
    private final String store;
    private final String rights;

    public RedisErrors(String store, RedisLockOptions options) {
        this(store, options, "");
    }

    /** Where a user needs more rights than at one server. */
    public RedisErrors(String store, RedisLockOptions options, String furtherRights) {
        this.tls = options.server().tls();
        this.store = store;
        this.rights = rights(options.prefix()) + furtherRights;
    }

    /** The ACL rules a user needs, to be copied behind {@code ACL SETUSER name on >password}. */
    public static String rights(String prefix) {
        return "resetchannels ~" + prefix + ":* &" + prefix
                + ":* &__redis__:invalidate +ping +info +client|setname +client|id +client|tracking +eval +evalsha +get +set +del +pexpire +pttl"
                + " +time +publish +subscribe +unsubscribe +zadd +zcard +zrange +zrem +zscore +pubsub|numsub";
    }

    public String store() {
        return store;
    }

    public String rights() {
        return rights;
    }

    /** Warns about the store, once for each store in this JVM and not for each client. */
    public void warn(String text) {
        if (GivenWarnings.isFirst(store, text)) {
            LOG.warn("{}: {}", store, text);
        }
    }

    /** The outcome of an acquisition that ended with an exception of the driver. */
    public AcquireOutcome acquire(LockName name, RuntimeException thrown, RedisRequestTracker tracker) {
        return acquire("'" + name + "' not acquired", thrown, tracker);
    }

    public AcquireOutcome acquire(String failed, RuntimeException thrown, RedisRequestTracker tracker) {
        RedisErrorReply reply = reply(thrown);
        if (!tracker.neverSent() && (reply == null || !tracker.sentOnce())) {
            return new Unknown(sanitized(thrown, tracker));
        }
        boolean mayHeal = !(thrown instanceof JedisDataException) && !isTlsRejected(thrown);
        boolean retryable = reply != null ? reply.retryable() : mayHeal;
        return new Refused(unavailable(failed, thrown, tracker), retryable);
    }

    /** The exception that reports a failure to the caller. */
    public LockUnavailableException unavailable(String failed, RuntimeException thrown, RedisRequestTracker tracker) {
        return new LockUnavailableException(failed + ": " + describe(thrown, tracker), sanitized(thrown, tracker));
    }

    /** For a write that too few replicas have. */
    public LockUnavailableException notAcknowledged(String failed, NotAcknowledgedException thrown) {
        return new LockUnavailableException(
                failed + ": " + store + " did it, but " + thrown.getMessage()
                        + ": check the replicas and their lag, raise replicaTimeout, or ask for fewer by minReplicas",
                thrown);
    }

    /** The token of a grant would not be exact in a script, and all later ones of that lock would be refused. */
    public LockUnavailableException clockFarAhead(String failed) {
        return new LockUnavailableException(
                failed + ": " + store
                        + " has a clock that is far ahead, so that a fencing token of its time would exceed"
                        + " 2^53: set the clock of that server",
                null);
    }

    /** For a key of ours that holds a value of another program. */
    public LockUnavailableException foreign(String failed, String key, String what) {
        return new LockUnavailableException(
                failed + ": " + store + " keeps something else under the key '" + key + "' (" + what
                        + "): delete that key or use another prefix",
                null);
    }

    /** Whether an exception of the start says only that no answer came in time. */
    public static boolean isSlow(LockUnavailableException thrown) {
        return causedBy(thrown, SocketTimeoutException.class);
    }

    /** Whether the reply is that of a demoted primary, so that its connections must be closed. */
    public static boolean isReadOnly(RuntimeException thrown) {
        return reply(thrown) == RedisErrorReply.READONLY;
    }

    /** Whether the same request may succeed later without a change by an operator. */
    public static boolean mayPass(RuntimeException thrown) {
        RedisErrorReply reply = reply(thrown);
        return reply != null && reply.retryable();
    }

    /** Whether a slot is moving, so that not all keys of the request are at that node, or at any. */
    public static boolean isMovingSlot(RuntimeException thrown) {
        return reply(thrown) == RedisErrorReply.TRYAGAIN;
    }

    /** Whether the user, though logged in, may not do this, or not what a script does. */
    public static boolean isMissingRight(RuntimeException thrown) {
        RedisErrorReply reply = reply(thrown);
        return reply == RedisErrorReply.NOPERM || reply == RedisErrorReply.SCRIPT_USER;
    }

    private static @Nullable RedisErrorReply reply(RuntimeException thrown) {
        return thrown instanceof JedisDataException && thrown.getMessage() != null
                ? RedisErrorReply.of(thrown.getMessage())
                : null;
    }

    private String describe(RuntimeException thrown, RedisRequestTracker tracker) {
        RedisErrorReply reply = reply(thrown);
        String shown = shown(thrown, tracker);
        if (reply != null) {
            return store + " " + reply.what() + " (" + shown + "): " + reply.wayOut()
                    + (reply.wayOut().endsWith(" ") ? rights : "");
        }
        if (thrown instanceof JedisDataException) {
            return store + " answered with an error (" + shown + "): see the server's log";
        }
        if (thrown instanceof TooManyRedirectionsException) {
            return store + " has nodes that disagree on which of them serves the lock (" + shown
                    + "): wait until its slots have moved, and compare CLUSTER SLOTS of its nodes";
        }
        if (!tracker.neverSent()) {
            return store + " did not answer (" + shown + "): check the server and the option timeout";
        }
        if (causedBy(thrown, NoSuchElementException.class)) {
            return "no connection to " + store + " became free in time (" + shown + "): raise poolSize or poolWait";
        }
        if (!tls && isSilent(thrown)) {
            return store + " accepted the connection and gave no first reply in time (" + shown
                    + "): check that it is a Redis server and not overloaded, and the option timeout";
        }
        if (tls || causedBy(thrown, SSLException.class)) {
            return "no TLS connection to " + store + " (" + shown + "): " + tlsChecks(thrown);
        }
        return "no connection to " + store + " (" + shown + "): check that the server runs and that the uri names it"
                + (isAnswered(thrown)
                        ? ", and that its port is not one for TLS: else write rediss instead of redis"
                        : "");
    }

    /** Whether a reply was awaited in vain, other than an answer to the connect itself. */
    private static boolean isSilent(RuntimeException thrown) {
        Throwable deepest = deepest(thrown);
        return deepest instanceof SocketTimeoutException && "Read timed out".equals(deepest.getMessage());
    }

    private static String tlsChecks(RuntimeException thrown) {
        if (isTlsRejected(thrown) && !causedBy(thrown, SSLHandshakeException.class)) {
            return "the port does not speak TLS: name one that does, or write redis instead of rediss";
        }
        return causedBy(thrown, SSLException.class)
                ? "check the certificate and the host's name in it"
                : "check that the server runs, that the uri names it, and that its port speaks TLS: else write redis instead"
                        + " of rediss";
    }

    /** Whether a server answered at the port, but not in the protocol of Redis. */
    private static boolean isAnswered(RuntimeException thrown) {
        Throwable deepest = deepest(thrown);
        boolean cut = deepest.getClass() == SocketException.class;
        return cut || (deepest instanceof JedisException && deepest.getSuppressed().length == 0);
    }

    /**
     * Whether one side rejected the other's certificate or protocol. A handshake that is cut or stalls, as during a
     * restart, is no rejection.
     */
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

    private static String shown(Throwable thrown, RedisRequestTracker tracker) {
        Throwable deepest = deepest(thrown);
        if (deepest.getSuppressed().length > 0) {
            // Jedis keeps the reason of a failed connect there, one for each address.
            deepest = deepest.getSuppressed()[0];
        }
        String message = deepest.getMessage();
        String text = deepest instanceof JedisException && message != null
                ? RedisReplyText.of(deepest, message, tracker)
                : deepest.getClass().getSimpleName() + ": " + message;
        String line = text.replaceAll("[^ -~…]", " ");
        return line.length() > MAX_SHOWN ? line.substring(0, MAX_SHOWN) + "…" : line;
    }

    public static boolean causedBy(Throwable thrown, Class<? extends Throwable> type) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The exception of a step, or a sanitized one if it quotes what was sent. */
    public RuntimeException sanitized(RuntimeException thrown, RedisRequestTracker tracker) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            String message = cause.getMessage();
            if (message != null && !RedisReplyText.of(cause, message, tracker).equals(message)) {
                return new JedisException(shown(thrown, tracker));
            }
        }
        return thrown;
    }

    /** The same for a request that may have been a login. */
    public RuntimeException sanitized(RuntimeException thrown) {
        return sanitized(thrown, new RedisRequestTracker());
    }
}

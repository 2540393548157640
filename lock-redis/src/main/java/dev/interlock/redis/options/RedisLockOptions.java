// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.spi.toolbox.StoreOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How locks are kept in Redis. Each component can be given in the connection string or in
 * {@link dev.interlock.LockSettings#options()} by the name in brackets. Immutable.
 *
 * <p>A step is one attempt to acquire, one renewal, one release or one inspection at the server.
 *
 * <p>The next token of a lock is {@code max(last + 1, microseconds since 1970)}, by the server's clock. The key of the
 * last token therefore may expire: it does so when the server's clock has passed that token by {@code tokenTtl}. Tokens
 * keep growing, with two exceptions: the clock is set back by more than {@code tokenTtl} after the key has expired, or
 * to before the last token after the server lost its data.
 *
 * @param server the server and the login
 * @param pool the number of connections
 * @param prefix [prefix] the start of all keys and channels, so that applications can share a server: 1 to
 *     {@value #MAX_PREFIX} printable ASCII characters without spaces and braces
 * @param tokenTtl [tokenTtl] how long the server keeps the last token of a lock after its last acquisition or renewal,
 *     by the server's clock: 1 minute to 3650 days. It keeps the token longer if twice the lease is longer, or if its
 *     clock is behind the token. A longer time tolerates a larger step of the clock, and each name uses memory for
 *     longer.
 * @param pollFallback [pollFallback] the longest pause of a waiter between two attempts, 10 ms to 1 minute: the delay
 *     if the signal of a release is lost. The pause is at most 1 s in a cluster, with a client of your own, and while
 *     the server has not answered on the subscription for 3 s.
 * @param acknowledged how many replicas must have a grant before it counts; not with a client of your own
 */
public record RedisLockOptions(
        Server server,
        Pool pool,
        String prefix,
        Duration tokenTtl,
        Duration pollFallback,
        AcknowledgedWrites acknowledged) {

    /** The longest prefix, in characters. */
    public static final int MAX_PREFIX = 100;

    static final Duration MIN_TOKEN_TTL = Duration.ofMinutes(1);
    static final Duration MAX_TOKEN_TTL = Duration.ofDays(3650);
    static final Duration MIN_POLL = Duration.ofMillis(10);
    static final Duration MAX_POLL = Duration.ofMinutes(1);

    /**
     * {@link Server#STANDARD} and {@link Pool#STANDARD}, prefix {@code interlock}, {@code tokenTtl} 1 day,
     * {@code pollFallback} 30 s, no acknowledgements by replicas.
     */
    public static final RedisLockOptions STANDARD = new RedisLockOptions(
            Server.STANDARD,
            Pool.STANDARD,
            "interlock",
            Duration.ofDays(1),
            Duration.ofSeconds(30),
            AcknowledgedWrites.NONE);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public RedisLockOptions {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(pool, "pool");
        Objects.requireNonNull(acknowledged, "acknowledged");
        if (prefix.isEmpty() || prefix.length() > MAX_PREFIX || !prefix.chars().allMatch(RedisLockOptions::isPrefix)) {
            throw new IllegalArgumentException("prefix must have 1 to " + MAX_PREFIX
                    + " printable ASCII characters without spaces and braces but was '"
                    + prefix.replaceAll("[^ -~]", "?") + "'");
        }
        StoreOptions.requireBetween("tokenTtl", tokenTtl, MIN_TOKEN_TTL, MAX_TOKEN_TTL);
        StoreOptions.requireBetween("pollFallback", pollFallback, MIN_POLL, MAX_POLL);
    }

    private static boolean isPrefix(int c) {
        return c > ' ' && c <= '~' && c != '{' && c != '}';
    }

    /**
     * These options with another server.
     *
     * @param value see {@link #server()}
     * @return new options
     */
    public RedisLockOptions withServer(Server value) {
        return new RedisLockOptions(value, pool, prefix, tokenTtl, pollFallback, acknowledged);
    }

    /**
     * These options with another prefix.
     *
     * @param value see {@link #prefix()}
     * @return new options
     */
    public RedisLockOptions withPrefix(String value) {
        return new RedisLockOptions(server, pool, value, tokenTtl, pollFallback, acknowledged);
    }

    /**
     * These options with other acknowledgements.
     *
     * @param value see {@link #acknowledged()}
     * @return new options
     */
    public RedisLockOptions withAcknowledged(AcknowledgedWrites value) {
        return new RedisLockOptions(server, pool, prefix, tokenTtl, pollFallback, value);
    }

    /**
     * The address of a server, the login, and the time limits. With a client of your own, host, port and database only
     * appear in messages, and the client ignores the rest.
     *
     * @param host name or address, not empty
     * @param port 1 to 65535
     * @param tls whether to encrypt, as scheme {@code rediss:} does. The JVM must trust the certificate, which must
     *     contain the host's name.
     * @param database [database] 0 to {@value #MAX_DATABASE}. All databases of a server share the channels.
     * @param user [user] the ACL user; null means the default user
     * @param password [password] secret; null means no login
     * @param clientName [clientName] the name in {@code CLIENT LIST}: 1 to 64 printable ASCII characters without spaces
     * @param connectTimeout [connectTimeout] the longest time to open a connection, 1 ms to 1 minute. During a step
     *     {@code timeout} limits it too. For as long the start asks a server again that does not answer.
     * @param timeout [timeout] the longest time of one step if the server does not answer, 1 ms to 1 minute. A release
     *     takes at most twice that time, and {@code close} at most that time.
     */
    public record Server(
            String host,
            int port,
            boolean tls,
            int database,
            @Nullable String user,
            @Nullable String password,
            String clientName,
            Duration connectTimeout,
            Duration timeout) {

        /** The greatest number of a database. */
        public static final int MAX_DATABASE = 16383;

        static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
        static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

        /** {@code 127.0.0.1:6379}, database 0, no login, 5 s to connect, steps of at most 2 s. */
        public static final Server STANDARD = new Server(
                "127.0.0.1", 6379, false, 0, null, null, "interlock", Duration.ofSeconds(5), Duration.ofSeconds(2));

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters;
         *     never shows the password
         */
        public Server {
            if (host.isBlank()) {
                throw new IllegalArgumentException("host must not be empty");
            }
            StoreOptions.requireBetween("port", port, 1, 65535);
            StoreOptions.requireBetween("database", database, 0, MAX_DATABASE);
            if (user != null && password == null) {
                throw new IllegalArgumentException("user must come with a password but 'password' is missing");
            }
            if (clientName.isEmpty()
                    || clientName.length() > 64
                    || !clientName.chars().allMatch(c -> c > ' ' && c <= '~')) {
                throw new IllegalArgumentException(
                        "clientName must have 1 to 64 printable ASCII characters without spaces but was '"
                                + clientName.replaceAll("[^ -~]", "?") + "'");
            }
            StoreOptions.requireBetween("connectTimeout", connectTimeout, MIN_TIMEOUT, MAX_TIMEOUT);
            StoreOptions.requireBetween("timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        }

        /**
         * This server at another address.
         *
         * @param newHost see {@link #host()}
         * @param newPort see {@link #port()}
         * @return a new server
         */
        public Server at(String newHost, int newPort) {
            return new Server(newHost, newPort, tls, database, user, password, clientName, connectTimeout, timeout);
        }

        /** Host, port and database only, an IPv6 address in brackets. */
        @Override
        public String toString() {
            String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
            return shown + ":" + port + (database == 0 ? "" : "/" + database);
        }
    }

    /**
     * The number of connections; not used with a client of your own. All waiters share one more connection for the
     * signals.
     *
     * @param size [poolSize] the maximum number of connections, in a cluster to each node, 1 to 10000. Further steps
     *     wait for a connection.
     * @param minIdle [poolMinIdle] how many idle connections to keep open to each node in use, 0 to {@code size}
     * @param maxWait [poolWait] the longest wait for a connection, 1 ms to 1 minute; {@code timeout} of the server
     *     limits it too
     * @param testOnBorrow [testOnBorrow] whether to ping a connection before each use. It costs a round trip, and
     *     avoids an unknown outcome after the server has restarted.
     * @param testWhileIdle [testWhileIdle] whether to ping idle connections every 30 s
     */
    public record Pool(int size, int minIdle, Duration maxWait, boolean testOnBorrow, boolean testWhileIdle) {

        static final int MAX_SIZE = 10_000;
        static final Duration MIN_WAIT = Duration.ofMillis(1);
        static final Duration MAX_WAIT = Duration.ofMinutes(1);

        /** 16 connections, none kept ready, waits of 2 s, idle ones are pinged. */
        public static final Pool STANDARD = new Pool(16, 0, Duration.ofSeconds(2), false, true);

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
         */
        public Pool {
            StoreOptions.requireBetween("poolSize", size, 1, MAX_SIZE);
            StoreOptions.requireBetween("poolMinIdle", minIdle, 0, size);
            StoreOptions.requireBetween("poolWait", maxWait, MIN_WAIT, MAX_WAIT);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.spi.StoreOptions;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How locks are kept in Redis. Each component can be given in the connection string or in
 * {@link dev.interlock.LockSettings#options()} by the name in brackets. Immutable.
 *
 * <p>The token key may expire because tokens are floored by the server's clock:
 * {@code max(last + 1, microseconds since 1970)}. After the key is gone, the next token is the clock's. The key stays
 * until the server's clock has passed the last token by {@code tokenTtl}. So the next token is greater than all before
 * it, unless the clock is set back by more than {@code tokenTtl} after the key has expired, or to before the last token
 * after the key was lost with the data.
 *
 * @param server where to connect to, and how
 * @param pool how many connections to keep
 * @param prefix [prefix] what all keys and channels start with, so that applications can share a server: 1 to
 *     {@value #MAX_PREFIX} printable ASCII characters without braces
 * @param tokenTtl [tokenTtl] how long the last token of a lock is kept after its last acquisition or renewal, by the
 *     server's clock, 1 minute to 3650 days; twice the lease if that is longer, and longer while the server's clock is
 *     behind the token. By so much the clock of a server can be set back, and it is how long each name costs memory
 * @param pollFallback [pollFallback] the longest rest of a waiter while the server has just shown that it signals
 *     releases, 10 ms to 1 minute: what a signal that gets lost can cost. It is 1 s at most while the server has not
 *     answered on the subscription for 3 s, in a cluster, and with a client of your own
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
     * A server on this host without a login: 16 connections, prefix {@code interlock}, tokens kept
     * 1 day, rests of at most 30 s.
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
     * Where to connect to, and how. With a client of your own, host, port and database are only shown in messages and
     * the rest is not used.
     *
     * @param host name or address, not empty
     * @param port 1 to 65535
     * @param tls whether to encrypt, as scheme {@code rediss:} does; the certificate must be trusted by the JVM and
     *     carry the host's name
     * @param database [database] 0 to {@value #MAX_DATABASE}; channels are shared by all databases of a server
     * @param user [user] the ACL user; null means the default user
     * @param password [password] secret; null means no login
     * @param clientName [clientName] what {@code CLIENT LIST} shows: 1 to 64 printable ASCII characters without spaces
     * @param connectTimeout [connectTimeout] the longest time to open a connection, 1 ms to 1 minute; never longer than
     *     a step may take
     * @param timeout [timeout] the longest time that one step takes when the server does not answer, 1 ms to 1 minute;
     *     a release takes two at the most, closing one
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
     * How many connections to keep; not used with a client of your own. Waiters share one more
     * connection for the signals.
     *
     * @param size [poolSize] the most connections, to each node of a cluster, 1 to 10000: calls beyond that wait
     * @param minIdle [poolMinIdle] how many idle connections to keep ready, to each node used, 0 to {@code size}
     * @param maxWait [poolWait] the longest wait for a connection, 1 ms to 1 minute; never longer than a step may take
     * @param testOnBorrow [testOnBorrow] whether to ping a connection before each use: costs a round trip, saves an
     *     unknown outcome after the server restarted
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.options;

import dev.interlock.spi.toolbox.StoreOptions;
import java.time.Duration;
import java.util.Objects;
import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.common.PathUtils;
import org.jspecify.annotations.Nullable;

/**
 * How locks are kept in ZooKeeper. Each component can be given in the connection string or in
 * {@link dev.interlock.LockSettings#options()} by the name in brackets. Immutable.
 *
 * <p>A step is one attempt to acquire, one renewal, one release or one inspection at the ensemble.
 *
 * @param server the servers, the session and the login
 * @param base the path of the locks, without slashes at its ends, so that applications can share an ensemble. In a
 *     connection string it is the path of the uri. Empty means the root.
 * @param acl [acl] which clients may change the nodes of locks: {@code auto}, {@code creator} or {@code open}
 * @param timeout [timeout] the longest time of one step, with the wait for a connection and all its answers: 1 ms to 1
 *     minute. A release takes at most twice that time, and {@code close} at most that time.
 * @param pollFallback [pollFallback] the longest pause of a waiter between two reads, 10 ms to 10 minutes. A watch
 *     wakes the waiter earlier.
 */
public record ZookeeperLockOptions(Server server, String base, Access acl, Duration timeout, Duration pollFallback) {

    static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    static final Duration MIN_POLL = Duration.ofMillis(10);
    static final Duration MAX_POLL = Duration.ofMinutes(10);

    /** A server on this host without a login, base {@code interlock}, steps of at most 2 s, reads every 30 s. */
    public static final ZookeeperLockOptions STANDARD = new ZookeeperLockOptions(
            Server.STANDARD, "interlock", Access.AUTO, Duration.ofSeconds(2), Duration.ofSeconds(30));

    /** Which clients may change the nodes of locks. */
    public enum Access {
        /** {@link #CREATOR} if there is a login in the options, otherwise {@link #OPEN} with a warning. */
        AUTO,
        /** Clients with the creator's login, by digest, SASL or certificate; others cannot even read. */
        CREATOR,
        /** Every client that reaches the servers; any of them can break every lock. */
        OPEN
    }

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public ZookeeperLockOptions {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(acl, "acl");
        requireBase(base);
        StoreOptions.requireBetween("timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        StoreOptions.requireBetween("pollFallback", pollFallback, MIN_POLL, MAX_POLL);
    }

    private static void requireBase(String base) {
        String expected =
                "base must be a path without slashes at its ends, such as 'interlock' or 'team/locks', but was '"
                        + base.replaceAll("[^ -~]", "?") + "'";
        if (base.isEmpty()) {
            return;
        }
        try {
            PathUtils.validatePath("/" + base);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(expected + ": " + e.getMessage(), e);
        }
        if (base.equals("zookeeper") || base.startsWith("zookeeper/")) {
            throw new IllegalArgumentException(expected + ": '/zookeeper' belongs to the server");
        }
    }

    /**
     * These options with other servers.
     *
     * @param value see {@link #server()}
     * @return new options
     */
    public ZookeeperLockOptions withServer(Server value) {
        return new ZookeeperLockOptions(value, base, acl, timeout, pollFallback);
    }

    /**
     * These options with another base.
     *
     * @param value see {@link #base()}
     * @return new options
     */
    public ZookeeperLockOptions withBase(String value) {
        return new ZookeeperLockOptions(server, value, acl, timeout, pollFallback);
    }

    /**
     * These options with other access rights.
     *
     * @param value see {@link #acl()}
     * @return new options
     */
    public ZookeeperLockOptions withAcl(Access value) {
        return new ZookeeperLockOptions(server, base, value, timeout, pollFallback);
    }

    /**
     * The addresses of the servers, the session and the login. With a client of your own only {@code connectTimeout} is
     * used.
     *
     * @param connectString {@code host:port} of each server, separated by commas; without a path
     * @param sessionTimeout [sessionTimeout] how long a client may be silent, by the servers' clock, before they end
     *     its session and free its locks: 10 ms to 1 hour. The servers may set another value. The value that they set
     *     is the maximum lease.
     * @param connectTimeout [connectTimeout] the longest time of the start, which connects and tries the requests that
     *     the client needs: 1 ms to 1 minute
     * @param user [user] the login's name; null means no login
     * @param password [password] secret; null means no login
     * @param tls [tls] how to encrypt; null means not at all
     */
    public record Server(
            String connectString,
            Duration sessionTimeout,
            Duration connectTimeout,
            @Nullable String user,
            @Nullable String password,
            @Nullable Tls tls) {

        static final Duration MIN_SESSION = Duration.ofMillis(10);
        static final Duration MAX_SESSION = Duration.ofHours(1);

        /** {@code 127.0.0.1:2181}, sessions of 30 s, no login, no encryption, 5 s to start. */
        public static final Server STANDARD =
                new Server("127.0.0.1:2181", Duration.ofSeconds(30), Duration.ofSeconds(5), null, null, null);

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters;
         *     never shows the password
         */
        public Server {
            requireHosts(connectString);
            StoreOptions.requireBetween("sessionTimeout", sessionTimeout, MIN_SESSION, MAX_SESSION);
            StoreOptions.requireBetween("connectTimeout", connectTimeout, MIN_TIMEOUT, MAX_TIMEOUT);
            if ((user == null) != (password == null)) {
                throw new IllegalArgumentException(
                        "user must come with a password but '" + (user == null ? "user" : "password") + "' is missing");
            }
        }

        private static void requireHosts(String connectString) {
            String expected =
                    "hosts must be host:port of each server, separated by commas, but was '" + connectString + "'";
            if (connectString.isBlank() || connectString.contains("/") || connectString.contains("@")) {
                throw new IllegalArgumentException(expected);
            }
            try {
                for (var address : new ConnectStringParser(connectString).getServerAddresses()) {
                    if (address.getHostString().isBlank() || address.getPort() == 0) {
                        throw new IllegalArgumentException(expected);
                    }
                }
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(expected, e);
            }
        }

        /**
         * These servers at other addresses.
         *
         * @param value see {@link #connectString()}
         * @return new servers
         */
        public Server at(String value) {
            return new Server(value, sessionTimeout, connectTimeout, user, password, tls);
        }

        /**
         * These servers with another session time-out.
         *
         * @param value see {@link #sessionTimeout()}
         * @return new servers
         */
        public Server withSessionTimeout(Duration value) {
            return new Server(connectString, value, connectTimeout, user, password, tls);
        }

        /** The addresses only. */
        @Override
        public String toString() {
            return connectString;
        }
    }

    /**
     * Encryption, by files as ZooKeeper knows them: JKS, PEM, PKCS12 or BCFKS by their endings. What is null is taken
     * from the system properties {@code zookeeper.ssl.*}. Host names are verified.
     *
     * @param keyStore [keyStore] our certificate, or null
     * @param keyStorePassword [keyStorePassword] secret, or null
     * @param trustStore [trustStore] the certificates to trust, or null
     * @param trustStorePassword [trustStorePassword] secret, or null
     */
    public record Tls(
            @Nullable String keyStore,
            @Nullable String keyStorePassword,
            @Nullable String trustStore,
            @Nullable String trustStorePassword) {

        /** The files only. */
        @Override
        public String toString() {
            return "Tls[" + keyStore + ", " + trustStore + "]";
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd.options;

import dev.interlock.spi.toolbox.StoreOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How locks are kept in etcd. Each component can be given in the connection string or in
 * {@link dev.interlock.LockSettings#options()} by the name in brackets. Immutable.
 *
 * <p>A step is one attempt to acquire, one renewal, one release or one inspection at the cluster.
 *
 * @param server the servers and the login
 * @param namespace what the keys of the locks begin with, without slashes at its ends, so that applications can share a
 *     cluster. In a connection string it is the path of the uri. Empty means none.
 * @param timeout [timeout] the longest time of one step, with the wait for a connection and all its answers: 1 ms to 1
 *     minute. A release takes at most twice that time, and {@code close} at most that time.
 * @param pollFallback [pollFallback] the longest pause of a waiter between two reads, 10 ms to 1 minute. A watch
 *     wakes the waiter earlier. A waiter that vanished keeps its place in the queue for three times as long.
 */
public record EtcdLockOptions(Server server, String namespace, Duration timeout, Duration pollFallback) {

    static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);
    static final Duration MIN_POLL = Duration.ofMillis(10);
    static final Duration MAX_POLL = Duration.ofMinutes(1);

    private static final int MAX_NAMESPACE = 200;
    private static final Pattern NAMESPACE = Pattern.compile("[^/\\p{Cntrl}]+(/[^/\\p{Cntrl}]+)*");

    /** A server on this host without a login, namespace {@code interlock}, steps of at most 2 s, reads every 5 s. */
    public static final EtcdLockOptions STANDARD =
            new EtcdLockOptions(Server.STANDARD, "interlock", Duration.ofSeconds(2), Duration.ofSeconds(5));

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public EtcdLockOptions {
        Objects.requireNonNull(server, "server");
        requireNamespace(namespace);
        StoreOptions.requireBetween("timeout", timeout, MIN_TIMEOUT, MAX_TIMEOUT);
        StoreOptions.requireBetween("pollFallback", pollFallback, MIN_POLL, MAX_POLL);
    }

    private static void requireNamespace(String namespace) {
        boolean fits = namespace.getBytes(StandardCharsets.UTF_8).length <= MAX_NAMESPACE;
        if (!namespace.isEmpty() && !(fits && NAMESPACE.matcher(namespace).matches())) {
            throw new IllegalArgumentException("namespace must be at most " + MAX_NAMESPACE
                    + " bytes without slashes at its ends, such as 'interlock' or 'team/locks', but was '"
                    + namespace.replaceAll("[^ -~]", "?") + "'");
        }
    }

    /**
     * These options with other servers.
     *
     * @param value see {@link #server()}
     * @return new options
     */
    public EtcdLockOptions withServer(Server value) {
        return new EtcdLockOptions(value, namespace, timeout, pollFallback);
    }

    /**
     * These options with another namespace.
     *
     * @param value see {@link #namespace()}
     * @return new options
     */
    public EtcdLockOptions withNamespace(String value) {
        return new EtcdLockOptions(server, value, timeout, pollFallback);
    }

    /**
     * These options with another limit of a step.
     *
     * @param value see {@link #timeout()}
     * @return new options
     */
    public EtcdLockOptions withTimeout(Duration value) {
        return new EtcdLockOptions(server, namespace, value, pollFallback);
    }

    /**
     * The addresses of the servers and the login. With a client of your own only {@code connectTimeout} is used.
     *
     * @param endpoints {@code host:port} of each server
     * @param connectTimeout [connectTimeout] the longest time of the start, which connects and tries the requests that
     *     the client needs, and of the opening of a connection: 1 ms to 1 minute
     * @param user [user] the login's name; null means no login
     * @param password [password] secret; null means no login
     * @param tls [tls] how to encrypt; null means not at all
     */
    public record Server(
            List<String> endpoints,
            Duration connectTimeout,
            @Nullable String user,
            @Nullable String password,
            @Nullable Tls tls) {

        private static final Pattern ENDPOINT = Pattern.compile("([^\\s:/@,\\[\\]]+|\\[[^\\s/@,\\[\\]]+])(:\\d{1,5})");

        /** {@code 127.0.0.1:2379}, no login, no encryption, 5 s to start. */
        public static final Server STANDARD =
                new Server(List.of("127.0.0.1:2379"), Duration.ofSeconds(5), null, null, null);

        /**
         * Checks the bounds.
         *
         * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters;
         *     never shows the password
         */
        public Server {
            endpoints = List.copyOf(endpoints);
            if (endpoints.isEmpty()) {
                throw new IllegalArgumentException("endpoints must name a server");
            }
            for (String each : endpoints) {
                if (!ENDPOINT.matcher(each).matches()) {
                    throw new IllegalArgumentException("endpoints must have the form host:port but one was '"
                            + each.replaceAll("[^ -~]", "?") + "'");
                }
            }
            StoreOptions.requireBetween("connectTimeout", connectTimeout, MIN_TIMEOUT, MAX_TIMEOUT);
            if ((user == null) != (password == null)) {
                throw new IllegalArgumentException("user and password must be given together");
            }
        }

        /**
         * These servers with other addresses.
         *
         * @param value see {@link #endpoints()}
         * @return new servers
         */
        public Server withEndpoints(List<String> value) {
            return new Server(value, connectTimeout, user, password, tls);
        }

        /** The addresses only. */
        @Override
        public String toString() {
            return String.join(",", endpoints);
        }
    }

    /**
     * Encryption, by PEM files as etcd's own tools know them. Host names are verified.
     *
     * @param cacert [cacert] the certificates to trust; null means those that the JVM trusts
     * @param cert [cert] our certificate, or null
     * @param key [key] the private key of our certificate, in PKCS #8; or null
     */
    public record Tls(
            @Nullable String cacert,
            @Nullable String cert,
            @Nullable String key) {

        /**
         * Checks that certificate and key come together.
         *
         * @throws IllegalArgumentException if one of them is missing
         */
        public Tls {
            if ((cert == null) != (key == null)) {
                throw new IllegalArgumentException("cert and key must be given together");
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.spi.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The independent servers of a Redlock, none a replica of another, and their limits. Immutable.
 *
 * @param servers an odd number from 3 to {@value #MOST}, all with TLS or none, none twice
 * @param nodeTimeout [nodeTimeout] how long one request may take at one server, by the client's clock, with the wait
 *     for a connection, 1 ms to 1 minute; at most the servers' {@code timeout}, which bounds the whole step. Keep it
 *     short against the leases: a silent server costs a part of them
 * @param restartGuard [restartGuard] how long a server must have run until it grants a lock, by its own clock in whole
 *     seconds, 0 to 1 day; 0 means from its start on. If it is as long as the longest lease, a server that restarted
 *     without its data does not grant a lock that is still held
 */
public record RedlockServers(List<Server> servers, Duration nodeTimeout, Duration restartGuard) {

    /** The most servers: each is asked at every step. */
    public static final int MOST = 15;

    /** How long one request may take at one server unless it is said otherwise. */
    public static final Duration STANDARD_NODE_TIMEOUT = Duration.ofMillis(500);

    static final Duration MAX_RESTART_GUARD = Duration.ofDays(1);

    private static final int LEAST = 3;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public RedlockServers {
        servers = List.copyOf(servers);
        if (servers.size() < LEAST || servers.size() > MOST || servers.size() % 2 == 0) {
            throw new IllegalArgumentException("redlock must have an odd number of servers from " + LEAST + " to "
                    + MOST
                    + " but has " + servers.size() + ": for a single one write redis://host:port, and an even number"
                    + " survives no more failures than one server less");
        }
        List<String> addresses = addresses(servers);
        addresses.stream()
                .filter(each -> addresses.indexOf(each) != addresses.lastIndexOf(each))
                .findFirst()
                .ifPresent(twice -> {
                    throw new IllegalArgumentException("the servers of a redlock must differ but " + twice
                            + " is named twice: it would be counted twice");
                });
        if (servers.stream().map(Server::tls).distinct().count() > 1) {
            throw new IllegalArgumentException(
                    "the servers of a redlock must all be redis: or all rediss:, but are mixed:"
                            + " a lock would be as safe as the connections without TLS");
        }
        StoreOptions.requireBetween("nodeTimeout", nodeTimeout, Server.MIN_TIMEOUT, Server.MAX_TIMEOUT);
        StoreOptions.requireBetween("restartGuard", restartGuard, Duration.ZERO, MAX_RESTART_GUARD);
    }

    /**
     * How many servers are a majority.
     *
     * @return more than half of them
     */
    public int quorum() {
        return servers.size() / 2 + 1;
    }

    private static List<String> addresses(List<Server> servers) {
        return servers.stream()
                .map(server -> (server.host().indexOf(':') >= 0 ? "[" + server.host() + "]" : server.host()) + ":"
                        + server.port())
                .toList();
    }

    /** The addresses only. */
    @Override
    public String toString() {
        return addresses(servers).stream().collect(Collectors.joining(", "));
    }
}

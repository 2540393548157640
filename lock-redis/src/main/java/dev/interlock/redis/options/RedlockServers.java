// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.options;

import dev.interlock.redis.options.RedisLockOptions.Server;
import dev.interlock.spi.toolbox.StoreOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The independent servers of a Redlock, and their limits. No server is a replica of another. Immutable.
 *
 * @param servers an odd number from 3 to {@value #MOST}, all with TLS or all without, each once
 * @param nodeTimeout [nodeTimeout] the longest time of one request at one server, by the client's clock, with the wait
 *     for a connection: 1 ms to 1 minute, and at most the servers' {@code timeout}, which limits the whole step. Keep
 *     it much shorter than the leases, because a silent server uses up a part of them.
 * @param restartGuard [restartGuard] how long a server must have run before it grants locks, by its own clock in whole
 *     seconds, 0 to 1 day; with 0 it grants locks at once. Set it to the longest lease, so that a server that has
 *     restarted without its data grants no lock that is still held.
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

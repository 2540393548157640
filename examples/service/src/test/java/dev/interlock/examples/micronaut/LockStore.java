// SPDX-License-Identifier: Apache-2.0
package dev.interlock.examples.micronaut;

import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.util.Map;

/**
 * A real lock store, and the properties that configure it: the only difference between the runs.
 *
 * @param name as in {@code locks.backend}
 * @param properties the properties of a user's configuration
 * @param stop ends the server
 */
record LockStore(String name, Map<String, String> properties, Runnable stop) implements AutoCloseable {

    /**
     * Starts a store.
     *
     * @param name redis, zookeeper or jdbc
     * @param database of the use cases, which also holds the locks with jdbc
     */
    static LockStore start(String name, SqlServer database) {
        return switch (name) {
            case "redis" -> redis(RedisServer.start());
            case "zookeeper" -> zookeeper(ZookeeperServer.start());
            case "jdbc" ->
                new LockStore(name, Map.of("locks.backend", "jdbc", "locks.jdbc.schema", "create"), () -> {});
            default -> throw new IllegalArgumentException("no such store: " + name);
        };
    }

    private static LockStore redis(RedisServer server) {
        return new LockStore("redis", Map.of("locks.uri", server.uri()), server::close);
    }

    /** The session is as long as the lease: a crashed holder blocks others as long as with the other stores. */
    private static LockStore zookeeper(ZookeeperServer server) {
        return new LockStore(
                "zookeeper",
                Map.of(
                        "locks.uri",
                        "zookeeper://" + server.connectString(),
                        "locks.zookeeper.session-timeout",
                        Fleet.LEASE_SECONDS + "s"),
                server::close);
    }

    @Override
    public void close() {
        stop.run();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.swap;

import dev.interlock.LockClient;
import dev.interlock.testbed.server.EtcdServer;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.util.HashMap;
import java.util.Map;

/**
 * A real store, and the properties that name it: all that differs between the applications of this test.
 *
 * @param properties what a user would write into the configuration
 * @param stop ends the server
 */
record RunningStore(Map<String, Object> properties, Runnable stop) implements AutoCloseable {

    static RunningStore start(String store) {
        return switch (store) {
            case "memory" -> memory();
            case "redis" -> redis(RedisServer.start());
            case "zookeeper" -> zookeeper(ZookeeperServer.start());
            case "etcd" -> etcd(EtcdServer.start());
            case "mysql" -> mysql(SqlServer.start(SqlProduct.MYSQL), "lease");
            case "mysql row-lock" -> mysql(SqlServer.start(SqlProduct.MYSQL), "row-lock");
            default -> throw new IllegalArgumentException(store);
        };
    }

    /** It is gone with its last client, so one stays. */
    private static RunningStore memory() {
        String uri = "memory:micronaut-swap";
        return new RunningStore(Map.of("locks.uri", uri), LockClient.connect(uri)::close);
    }

    private static RunningStore redis(RedisServer server) {
        return new RunningStore(Map.of("locks.uri", server.uri()), server::close);
    }

    private static RunningStore zookeeper(ZookeeperServer server) {
        return new RunningStore(
                Map.of("locks.backend", "zookeeper", "locks.zookeeper.connect-string", server.connectString()),
                server::close);
    }

    private static RunningStore etcd(EtcdServer server) {
        return new RunningStore(
                Map.of(
                        "locks.backend", "etcd",
                        "locks.etcd.endpoints", server.endpoint(),
                        "locks.etcd.connect-timeout", "30s",
                        "locks.etcd.timeout", "20s"),
                server::close);
    }

    static RunningStore mysql(SqlServer server, String mode) {
        Map<String, Object> properties = new HashMap<>(Map.of(
                "locks.backend",
                "jdbc",
                "locks.jdbc.schema",
                "create",
                "locks.jdbc.mode",
                mode,
                "datasources.default.url",
                server.url(),
                "datasources.default.username",
                server.user(),
                "datasources.default.password",
                server.password()));
        return new RunningStore(properties, server::close);
    }

    @Override
    public void close() {
        stop.run();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.swap;

import dev.interlock.LockClient;
import dev.interlock.testbed.server.EtcdServer;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.server.ZookeeperServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * A real store, and the uri that a user would write into the configuration.
 *
 * @param uri all that the program gets
 * @param stop ends the server
 */
record RunningStore(String uri, Runnable stop) implements AutoCloseable {

    static RunningStore start(String store) {
        return switch (store) {
            case "memory" -> memory();
            case "redis" -> redis(RedisServer.start());
            case "zookeeper" -> zookeeper(ZookeeperServer.start());
            case "etcd" -> etcd(EtcdServer.start());
            default -> sql(SqlServer.start(SqlProduct.valueOf(store)));
        };
    }

    /** It is gone with its last client, so one stays. */
    private static RunningStore memory() {
        String uri = "memory:swap";
        return new RunningStore(uri, LockClient.connect(uri)::close);
    }

    private static RunningStore redis(RedisServer server) {
        return new RunningStore(server.uri(), server::close);
    }

    private static RunningStore zookeeper(ZookeeperServer server) {
        return new RunningStore("zookeeper://" + server.connectString() + "/orders", server::close);
    }

    private static RunningStore etcd(EtcdServer server) {
        return new RunningStore(
                "etcd://" + server.endpoint() + "/orders?connectTimeout=30s&timeout=20s", server::close);
    }

    private static RunningStore sql(SqlServer server) {
        String password = server.password().isEmpty()
                ? ""
                : "&password=" + URLEncoder.encode(server.password(), StandardCharsets.UTF_8);
        return new RunningStore(
                server.url() + (server.url().contains("?") ? "&" : "?") + "user=" + server.user() + password
                        + "&interlock.schema=create",
                server::close);
    }

    @Override
    public void close() {
        stop.run();
    }
}

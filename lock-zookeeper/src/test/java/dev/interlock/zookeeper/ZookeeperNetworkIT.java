// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.network.NetworkTck;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.tck.ZookeeperFixture;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import dev.interlock.zookeeper.tck.ZookeeperSteps;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Delays, and pieces of messages, on the way to a real ZooKeeper server. Its signals come along the
 * connection of all else.
 */
class ZookeeperNetworkIT extends NetworkTck {

    /** Long against the stalls of a loaded machine, which cost the connection. */
    private static final Duration SESSION = Duration.ofSeconds(6);

    private static ZookeeperServers servers;

    @BeforeAll
    static void start() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
    }

    @AfterAll
    static void stop() {
        if (servers != null) {
            servers.close();
        }
    }

    @Override
    protected GateProxy proxy() {
        ZookeeperServer server = servers.servers().get(0);
        return GateProxy.zookeeper(server.host(), server.port());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect(LockSettings.of("zookeeper://127.0.0.1:" + port)
                .withOption("sessionTimeout", SESSION.toMillis() + "ms")
                .withOption("timeout", "5s"));
    }

    @Override
    protected LockClient client() {
        return client(servers.servers().get(0).port());
    }

    @Override
    protected Predicate<Message> requests(RequestKind step) {
        return ZookeeperSteps.OPERATIONS.of(step);
    }

    @Override
    protected String name() {
        return new ZookeeperFixture(servers).uniqueName();
    }

    @Override
    protected Duration lease() {
        return SESSION;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.testbed.server.ServerClock;
import dev.interlock.testbed.server.ZookeeperServer;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;

/** A server with a clock of ours. Sessions are measured by its monotonic one. */
record ZookeeperWallClock(ServerClock clock, ZookeeperServers servers, Function<ZookeeperServers, LockBackend> opener)
        implements StoreWallClock {

    static ZookeeperWallClock start(Function<ZookeeperServers, LockBackend> opener) {
        ServerClock clock = ServerClock.make();
        return new ZookeeperWallClock(clock, ZookeeperServers.of(ZookeeperServer.start(clock)), opener);
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(servers);
    }

    @Override
    public void set(Duration ahead) {
        clock.shift(ahead);
    }

    /** The server stamps the node that it makes. */
    @Override
    public Duration ahead() {
        String witness = "witness-" + UUID.randomUUID();
        servers.operator().warm(witness);
        long stamped = servers.operator()
                .ask(session ->
                        session.exists(ZookeeperOperator.parent(witness), false).getCtime());
        return Duration.ofMillis(stamped - System.currentTimeMillis());
    }

    @Override
    public void close() {
        servers.close();
    }
}

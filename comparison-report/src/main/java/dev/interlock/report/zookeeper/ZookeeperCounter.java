// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.measure.Counter;
import dev.interlock.testbed.server.ZookeeperServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How many packets clients sent, over all servers. */
final class ZookeeperCounter {

    private ZookeeperCounter() {}

    /** A look is a packet, too: what it says already counts itself. */
    static Counter of(List<ZookeeperServer> servers) {
        AtomicLong looks = new AtomicLong();
        return Counter.of("packets", "the servers' count of packets received (srvr), pings included", () -> {
            long received =
                    servers.stream().mapToLong(ZookeeperServer::packetsReceived).sum();
            return Map.of("packets", received - looks.addAndGet(servers.size()));
        });
    }
}

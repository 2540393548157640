// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.testbed.server.ZookeeperServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** How many packets clients sent, over all servers. */
final class ZookeeperRequestCounter {

    private ZookeeperRequestCounter() {}

    /** A look is a packet, too: what it says already counts itself. */
    static RequestCounter of(List<ZookeeperServer> servers) {
        AtomicLong looks = new AtomicLong();
        return RequestCounter.of("packets", "the servers' count of packets received (srvr), pings included", () -> {
            long received =
                    servers.stream().mapToLong(ZookeeperServer::packetsReceived).sum();
            return Map.of("packets", received - looks.addAndGet(servers.size()));
        });
    }
}

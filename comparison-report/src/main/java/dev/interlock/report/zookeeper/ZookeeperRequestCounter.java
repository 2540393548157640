// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.zookeeper;

import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.testbed.server.ZookeeperServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** The counter of packets that clients sent, over all servers. */
final class ZookeeperRequestCounter {

    private ZookeeperRequestCounter() {}

    /** Reading the counter also takes a packet, which the answer already counts. */
    static RequestCounter of(List<ZookeeperServer> servers) {
        AtomicLong readings = new AtomicLong();
        return RequestCounter.of("packets", "the servers' count of packets received (srvr), pings included", () -> {
            long received =
                    servers.stream().mapToLong(ZookeeperServer::packetsReceived).sum();
            return Map.of("packets", received - readings.addAndGet(servers.size()));
        });
    }
}

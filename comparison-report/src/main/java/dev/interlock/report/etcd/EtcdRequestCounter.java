// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.etcd;

import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.testbed.server.EtcdServer;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The counter of requests that clients sent, by the server's meters. */
final class EtcdRequestCounter {

    /** Clients end leases in the background, so a reading waits until no more requests come. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final int MOST_LOOKS = 50;

    private EtcdRequestCounter() {}

    /** The meters are read by plain HTTP, which they do not count. */
    static RequestCounter of(EtcdServer server) {
        return RequestCounter.of(
                "requests",
                "the server's meter grpc_server_msg_received_total (the background included)",
                () -> whenQuiet(server));
    }

    private static Map<String, Long> whenQuiet(EtcdServer server) {
        Map<String, Long> counts = server.requestsReceived();
        for (int look = 0; look < MOST_LOOKS; look++) {
            LockSupport.parkNanos(QUIET_NANOS);
            Map<String, Long> later = server.requestsReceived();
            if (later.equals(counts)) {
                return counts;
            }
            counts = later;
        }
        return counts;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contention.round.RoundShare;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.testbed.jvm.ChildJvm;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs rounds on one server and reads its counters before and after. Used by one thread.
 *
 * @param server the server
 */
record RoundRunner(StoreServer server) {

    Round run(Fleet fleet, Workload workload, Duration length, int pass) {
        List<ChildJvm> team = fleet.prepare(workload, length);
        Map<String, Long> before = server.counts().get();
        Duration cpu = server.cpu();
        MachineTime time = MachineTime.now();
        long begin = System.nanoTime();
        List<RoundShare> shares = Fleet.run(team, length);
        double elapsed = (System.nanoTime() - begin) / 1e9;
        MachineTime now = MachineTime.now();
        Duration used = server.cpu().minus(cpu);
        Map<String, Long> requests = difference(before, server.counts().get());
        return new Round(
                pass,
                length.toMillis() / 1e3,
                elapsed,
                shares,
                requests,
                used,
                now.stolenSince(time),
                now.busySecondsSince(time));
    }

    /** The increase since then, without kinds that did not increase. */
    static Map<String, Long> difference(Map<String, Long> before, Map<String, Long> after) {
        Map<String, Long> difference = new TreeMap<>();
        after.forEach((kind, count) -> {
            long more = count - before.getOrDefault(kind, 0L);
            if (more > 0) {
                difference.put(kind, more);
            }
        });
        return difference;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.Contender;
import dev.interlock.report.contender.Contenders;
import dev.interlock.report.contention.Results.StoreResults;
import dev.interlock.report.contention.Results.WorkloadResults;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.progress.Progress;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Runs the workloads on one store after the other.
 *
 * @param settings the settings of the run
 * @param progress receives the steps
 * @param found receives each workload's results
 */
record ContentionRun(Settings settings, Progress progress, Consumer<WorkloadResults> found) {

    /** Runs all stores. A store without a server has no results, but the reason. */
    List<StoreResults> run() throws IOException {
        List<StoreResults> all = new ArrayList<>();
        for (String store : settings.stores()) {
            all.add(run(store));
        }
        return all;
    }

    private StoreResults run(String store) throws IOException {
        double load = load();
        progress.say("starting " + store);
        StoreServer server;
        try {
            server = StoreServer.start(store);
        } catch (RuntimeException e) {
            progress.say(store + ": no server: " + e.getMessage());
            return new StoreResults(store, "", String.valueOf(e.getMessage()), load, load(), List.of());
        }
        List<Fleet> fleets = new ArrayList<>();
        try (server) {
            for (Contender contender : Contenders.of(store)) {
                if (settings.contenders().isEmpty() || settings.contenders().contains(contender.id())) {
                    fleets.add(new Fleet(store, contender, server.address()));
                }
            }
            List<WorkloadResults> workloads = new ArrayList<>();
            for (String id : settings.workloads()) {
                WorkloadResults results = run(store, Workload.of(id), server, fleets);
                found.accept(results);
                workloads.add(results);
            }
            return new StoreResults(store, server.server().source(), "", load, load(), workloads);
        } finally {
            fleets.forEach(Fleet::close);
        }
    }

    private WorkloadResults run(String store, Workload workload, StoreServer server, List<Fleet> fleets) {
        List<Fleet> able = fleets.stream()
                .filter(fleet -> fleet.contender().waits() || !workload.contended())
                .filter(fleet -> fleet.contender().shares() || !workload.shared())
                .toList();
        progress.begin(store, able.size() * (settings.rounds() + 1));
        RoundRunner runner = new RoundRunner(server);
        return new Comparisons(workload, new WorkloadRun(runner, settings, progress).run(workload, able)).results();
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }
}

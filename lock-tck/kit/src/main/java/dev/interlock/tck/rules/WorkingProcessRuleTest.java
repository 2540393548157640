// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/** A rule with processes that take a few locks again and again, and update what the locks protect. */
public abstract class WorkingProcessRuleTest extends ProcessRuleTest {

    protected static final int PROCESSES = 3;

    /** Of each process; the third of them shares the client of the first. */
    private static final int THREADS = 3;

    /** Enough for each process to meet every other process; few enough for a store that is polled. */
    protected static final int ROUNDS = 30;

    /**
     * Lets processes work, of which one is stopped past its lease and goes on, and another is killed. Returns how often the
     * others updated a resource after that lease had ended.
     */
    protected final long disturbed(ClientProcesses clients, CountedResources resources, List<String> locks)
            throws Exception {
        List<ClientProcess> processes = working(clients, resources, locks, processLease());
        awaitRounds(resources, ROUNDS / 3);
        Runnable thaw = clients.freeze(processes.get(0));
        long meanwhile = roundsPastALease(resources);
        thaw.run();
        clients.kill(processes.get(1));
        awaitRounds(resources, ROUNDS / 3);
        stop(resources, List.of(processes.get(0), processes.get(2)));
        return meanwhile;
    }

    /**
     * The updates of other processes after the lease of the stopped process has ended. There may be none: if clients
     * lock the store for each step, a process that is stopped in the middle of a step keeps the others out. The rule
     * concerns which process is granted a lock, not when.
     */
    private long roundsPastALease(CountedResources resources) {
        Stopwatch watch = new Stopwatch();
        await(
                "the lease of the stopped process is over",
                () -> watch.elapsed().compareTo(processLease()) > 0,
                overdue());
        long before = resources.accepted();
        await(
                "the others did their rounds, or had time enough",
                () -> resources.accepted() >= before + ROUNDS / 3
                        || watch.elapsed().compareTo(overdue()) > 0,
                overdue().multipliedBy(2));
        return resources.accepted() - before;
    }

    /** How much was checked, such as "31 grants, 30 releases". */
    protected static String counts(Verdict.Ok verdict) {
        return verdict.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }

    private Duration overdue() {
        return endOf(processLease());
    }

    protected final List<ClientProcess> working(
            ClientProcesses clients, CountedResources resources, List<String> locks, Duration lease) {
        List<ClientProcess> processes = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(clients.start("process-" + i, resources));
        }
        for (ClientProcess process : processes) {
            process.work(locks, overdue(), lease, THREADS, processes.indexOf(process));
        }
        return processes;
    }

    /** The limit covers a lease that has to run out first, and processes that have just started. */
    protected final void awaitRounds(CountedResources resources, int more) {
        long goal = resources.accepted() + more;
        await(
                more + " more rounds",
                () -> resources.accepted() >= goal,
                overdue().multipliedBy(3));
    }

    /** Ends the work once each process has done a round. Waiters that poll may be passed over for long. */
    protected final void stop(CountedResources resources, List<ClientProcess> processes) throws Exception {
        for (ClientProcess process : processes) {
            String name = process.name();
            await(
                    name + " gets through a round",
                    () -> resources.accepted(name) > 0,
                    overdue().multipliedBy(3));
        }
        // Stop all before waiting for one: while others work on, the last acquisition of one may take its whole limit.
        Map<String, Future<Void>> stops = new LinkedHashMap<>();
        processes.forEach(process -> stops.put(process.name(), process.stopWork()));
        for (Map.Entry<String, Future<Void>> stop : stops.entrySet()) {
            join(stop.getKey() + " ends its rounds", stop.getValue(), overdue().multipliedBy(2));
        }
    }

    protected final void requireNoneLost(CountedResources resources) {
        resources.lostUpdates().ifPresent(lost -> {
            throw broken(lost);
        });
    }
}

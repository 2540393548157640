// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcess;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.process.UnguardedResources;
import dev.interlock.tck.rules.ProcessRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of PROC about processes that contend for a few locks, undisturbed and disturbed. */
public abstract class ProcessContentionRules extends ProcessRuleTest {

    private static final int PROCESSES = 3;
    private static final int THREADS = 2;

    /** Enough for each process to meet every other process; few enough for a store that is polled. */
    private static final int ROUNDS = 30;

    @Test
    @Proves(Rule.PROC_3)
    void PROC_3_processes_that_contend_for_a_lock_lose_no_update() throws Exception {
        ClientProcesses clients = clients();
        CountedResources resources = new UnguardedResources(clients.writer("resources"));
        List<ClientProcess> processes = working(clients, resources, longLease());
        awaitRounds(resources, ROUNDS);
        stop(resources, processes);

        History history = historyOf(clients);
        Verdict.Ok grants = requireOneOwnerAtATime(history);
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(Duration.ZERO, Set.of()).check(history));
        requireNoneLost(resources);
        evidence("{} processes, {} updates without a guard, none lost", PROCESSES, resources.accepted());
        found(Situation.SERVER_UNDISTURBED, true, "{} processes: {}; one owner at a time", PROCESSES, counts(grants));
        found(Situation.BELIEF_UNDISTURBED, true, "{} processes: {}; never two at a time", PROCESSES, counts(beliefs));
        found(Situation.EFFECT_UNDISTURBED, true, "{} updates without a guard, none lost", resources.accepted());
    }

    @Test
    @Proves(Rule.PROC_4)
    void PROC_4_processes_that_are_stopped_and_killed_leave_one_owner_at_a_time() throws Exception {
        ClientProcesses clients = clients();
        CountedResources resources = new GuardedResources(clients.writer("resources"));
        List<ClientProcess> processes = working(clients, resources, processLease());
        awaitRounds(resources, ROUNDS / 3);
        Runnable thaw = clients.freeze(processes.get(0));
        long meanwhile = roundsPastALease(resources);
        thaw.run();
        clients.kill(processes.get(1));
        awaitRounds(resources, ROUNDS / 3);
        stop(resources, List.of(processes.get(0), processes.get(2)));

        History history = historyOf(clients);
        Verdict.Ok grants = requireOneOwnerAtATime(history);
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(patience(), Set.of()).check(history));
        Verdict.Ok effects = requireLegal("the effects", new EffectCheck().check(history));
        requireNoneLost(resources);
        evidence(
                "{} processes, one stopped while the others did {} rounds, one killed: {} guarded updates, none "
                        + "lost; two believers {} times",
                PROCESSES,
                meanwhile,
                resources.accepted(),
                beliefs.remarks().size());
        found(
                Situation.SERVER_DISTURBED,
                true,
                "{} processes, one stopped past its lease, one killed: {}; one owner at a time",
                PROCESSES,
                counts(grants));
        found(
                Situation.EFFECT_DISTURBED,
                true,
                "{} processes, one stopped past its lease, one killed: {}; none stale, none lost",
                PROCESSES,
                counts(effects));
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
    private static String counts(Verdict.Ok verdict) {
        return verdict.counts().entrySet().stream()
                .map(count -> count.getValue() + " " + count.getKey())
                .collect(Collectors.joining(", "));
    }

    private Duration overdue() {
        return endOf(processLease());
    }

    private List<ClientProcess> working(ClientProcesses clients, CountedResources resources, Duration lease) {
        List<String> locks = List.of(name(), name());
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
    private void awaitRounds(CountedResources resources, int more) {
        long goal = resources.accepted() + more;
        await(
                more + " more rounds",
                () -> resources.accepted() >= goal,
                overdue().multipliedBy(3));
    }

    /** Ends the work once each process has done a round. Waiters that poll may be passed over for long. */
    private void stop(CountedResources resources, List<ClientProcess> processes) throws Exception {
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

    private void requireNoneLost(CountedResources resources) {
        resources.lostUpdates().ifPresent(lost -> {
            throw broken(lost);
        });
    }
}

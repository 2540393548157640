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
import dev.interlock.tck.process.CommandResult;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.process.UnguardedResources;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.WorkingProcessRuleTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules of PROC about processes that contend for a few locks, undisturbed and disturbed. */
public abstract class ProcessContentionRules extends WorkingProcessRuleTest {

    private static final int MOMENTS = 40;

    /** In each process. */
    private static final int CLIENTS = 2;

    /** All tries begin within this time: the first step of a store may take as long. */
    private static final int SPREAD_NANOS = 200_000;

    /** The commands must have reached the processes by then. */
    private static final long AHEAD_NANOS = 3_000_000;

    @Test
    @Proves(Rule.PROC_3)
    void PROC_3_processes_that_contend_for_a_lock_lose_no_update() throws Exception {
        ClientProcesses clients = clients();
        CountedResources resources = new UnguardedResources(clients.writer("resources"));
        List<ClientProcess> processes = working(clients, resources, List.of(name(), name()), longLease());
        awaitRounds(resources, ROUNDS);
        stop(resources, processes);
        requireOneOfTriesAtOneMoment(processes);

        History history = historyOf(clients);
        Verdict.Ok grants = requireOneOwnerAtATime(history);
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(Duration.ZERO, Set.of()).check(history));
        requireNoneLost(resources);
        evidence("{} processes, {} updates without a guard, none lost", PROCESSES, resources.accepted());
        found(Situation.SERVER_UNDISTURBED, true, "{} processes: {}; one owner at a time", PROCESSES, counts(grants));
        found(Situation.BELIEF_UNDISTURBED, true, "{} processes: {}; never two at a time", PROCESSES, counts(beliefs));
        found(Situation.EFFECT_UNDISTURBED, true, "{} updates without a guard, none lost", resources.accepted());
    }

    /**
     * In their work, processes rarely meet within the short time from a look to a write. Here they do, and two clients of
     * each process as well: what one of them closes may be what excludes the other processes from the other's step.
     */
    private void requireOneOfTriesAtOneMoment(List<ClientProcess> processes) throws Exception {
        Random lot = new Random(1);
        for (int round = 0; round < MOMENTS; round++) {
            String name = name();
            long moment = System.nanoTime() + AHEAD_NANOS;
            List<Try> tries = new ArrayList<>();
            for (ClientProcess process : processes) {
                for (int client = 0; client < CLIENTS; client++) {
                    long at = moment + lot.nextInt(SPREAD_NANOS);
                    tries.add(new Try(process, process.tryAt(client, name, longLease(), at)));
                }
            }
            List<Try> granted = new ArrayList<>();
            for (Try each : tries) {
                if (join("a try of " + each.process.name(), each.answer, LONG).isOk()) {
                    granted.add(each);
                }
            }
            require(
                    granted.size() <= 1,
                    "{} of {} clients in {} processes that tried '{}' at one moment were granted it",
                    granted.size(),
                    tries.size(),
                    PROCESSES,
                    name);
            for (Try each : granted) {
                join("a release", each.process.release(each.answer.get().text()), LONG);
            }
        }
        evidence("{} times {} processes tried at one moment, one grant each", MOMENTS, PROCESSES);
    }

    private record Try(ClientProcess process, CompletableFuture<CommandResult> answer) {}

    @Test
    @Proves(Rule.PROC_4)
    void PROC_4_processes_that_are_stopped_and_killed_leave_one_owner_at_a_time() throws Exception {
        ClientProcesses clients = clients();
        CountedResources resources = new GuardedResources(clients.writer("resources"));
        long meanwhile = disturbed(clients, resources, List.of(name(), name()));

        History history = historyOf(clients);
        Verdict.Ok grants = requireOneOwnerAtATime(history);
        // A hold believes by its clock: no stop of a process, by the rule or by a busy machine, makes two of them.
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(Duration.ZERO, Set.of()).check(history));
        Verdict.Ok effects = requireLegal("the effects", new EffectCheck().check(history));
        requireNoneLost(resources);
        evidence(
                "{} processes, one stopped while the others did {} rounds, one killed: {} guarded updates, none "
                        + "lost; {}, never two at a time",
                PROCESSES,
                meanwhile,
                resources.accepted(),
                counts(beliefs));
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
}

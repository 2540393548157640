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
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.WorkingProcessRuleTest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rules of PROC about processes that contend for a few locks, undisturbed and disturbed. */
public abstract class ProcessContentionRules extends WorkingProcessRuleTest {

    @Test
    @Proves(Rule.PROC_3)
    void PROC_3_processes_that_contend_for_a_lock_lose_no_update() throws Exception {
        ClientProcesses clients = clients();
        CountedResources resources = new UnguardedResources(clients.writer("resources"));
        List<ClientProcess> processes = working(clients, resources, List.of(name(), name()), longLease());
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
        long meanwhile = disturbed(clients, resources, List.of(name(), name()));

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
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Capability;
import dev.interlock.tck.Rule;
import dev.interlock.tck.history.BeliefCheck;
import dev.interlock.tck.history.EffectCheck;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.process.ClientProcesses;
import dev.interlock.tck.process.CountedResources;
import dev.interlock.tck.process.GuardedResources;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.WorkingProcessRuleTest;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The rule of SHARE about processes that read, write and take permits, and that are disturbed. */
public abstract class ShareProcessRules extends WorkingProcessRuleTest {

    @Test
    @Proves(Rule.SHARE_11)
    void SHARE_11_processes_that_are_stopped_and_killed_leave_no_more_holders_than_there_may_be() throws Exception {
        if (!capabilities().has(Capability.SHARES)) {
            evidence("not asked: SHARES is not declared");
            return;
        }
        ClientProcesses clients = clients();
        CountedResources resources = new GuardedResources(clients.writer("resources"));
        String prices = name();
        String exports = name();
        List<String> parts = List.of(prices + "/read", prices + "/write", exports + "/1-of-2", exports + "/2-of-2");
        long meanwhile = disturbed(clients, resources, parts);

        History history = historyOf(clients);
        Verdict.Ok grants = requireOneOwnerAtATime(history);
        Verdict.Ok beliefs = requireLegal("beliefs", new BeliefCheck(patience(), Set.of()).check(history));
        requireLegal("the effects of writers", new EffectCheck().check(history));
        requireNoneLost(resources);
        evidence(
                "{} processes that read, write and take permits, one stopped while the others wrote {} times, one killed: "
                        + "{}; {} guarded updates, none lost; more believers than there may be {} times",
                PROCESSES,
                meanwhile,
                counts(grants),
                resources.accepted(),
                beliefs.remarks().size());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule of RET about a request for a set, without the looks of an engine that waits for one of its locks. */
public abstract class RetentionBulkRules extends ClientRuleTest {

    @Test
    @Proves(Rule.RET_1)
    void RET_1_a_refused_request_for_a_set_recalls_each_time() {
        StandaloneContext context = new StandaloneContext();
        LockBackend owner = started(fixture().openBackend(), context);
        if (!declares(Capability.RECALLS)) {
            return;
        }
        List<String> names = names();
        List<Attempt> set =
                names.stream().map(name -> attempt(name, longLease())).toList();
        Optional<BulkSteps> steps = stepsFor(backend(), set);
        if (steps.isEmpty()) {
            return;
        }
        Attempt owned = attempt(names.get(1), longLease()).withRecall();
        granted(owner, owned);
        await("a refused request for a set tells the owner of '" + owned.name() + "' that it is wanted", () -> {
            AcquireAllOutcome outcome = steps.get().tryAcquireAll(set);
            require(
                    outcome instanceof AcquireAllOutcome.Contended,
                    "asking for {}, of which the second is taken, ended as {}",
                    set,
                    outcome);
            return context.wanted().contains(owned.id());
        });
        evidence("the owner of the second of {} locks was told", set.size());
    }
}

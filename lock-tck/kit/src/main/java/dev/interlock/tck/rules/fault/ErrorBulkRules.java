// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of ERR about acquisitions of many locks whose replies are lost. */
public abstract class ErrorBulkRules extends LinkRuleTest {

    @Test
    @Proves(Rule.ERR_2)
    void ERR_2_whichever_reply_to_an_acquisition_of_many_is_lost_its_outcome_agrees_with_the_store() throws Exception {
        FaultLink link = link();
        if (stepsFor(backend(), pair()).isEmpty()) {
            return;
        }
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            List<Attempt> pair = pair();
            MessageGate lost = link.dropReply(RequestKind.ANY, position);
            AcquireAllOutcome outcome = bulk(backend).tryAcquireAll(pair);
            boolean denied =
                    !(outcome instanceof AcquireAllOutcome.Granted || outcome instanceof AcquireAllOutcome.Unknown);
            for (Attempt attempt : pair) {
                requireAgrees(attempt, denied, "an acquisition of many without a reply", outcome);
            }
            return lost;
        });
    }
}

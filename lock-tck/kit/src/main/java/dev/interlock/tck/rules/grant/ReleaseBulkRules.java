// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of REL about releases of many locks that do not reach the store. */
public abstract class ReleaseBulkRules extends LinkRuleTest {

    @Test
    @Proves(Rule.REL_5)
    void REL_5_whichever_request_of_a_release_of_many_is_cut_off_its_outcomes_agree_with_the_store() throws Exception {
        FaultLink link = link();
        if (backend().bulk().isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend backend = started(link.openBackend());
            List<Attempt> pair = pair();
            pair.forEach(attempt -> granted(backend, attempt));
            MessageGate cut = link.cutRequest(RequestKind.ANY, position);
            List<ReleaseOutcome> outcomes = bulk(backend).releaseAll(pair);
            for (int i = 0; i < pair.size(); i++) {
                ReleaseOutcome outcome = outcomes.get(i);
                boolean denied = !(outcome instanceof ReleaseOutcome.Unknown);
                requireAgrees(pair.get(i), denied, "a release of many that was cut off", outcome);
            }
            return cut;
        });
    }
}

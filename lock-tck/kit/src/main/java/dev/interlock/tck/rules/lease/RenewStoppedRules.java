// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import org.junit.jupiter.api.Test;

/** The rule of REN about a renewal that stops within its step. */
public abstract class RenewStoppedRules extends StoppedStepRuleTest {

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_that_stops_within_its_step_does_not_touch_a_successor() throws Exception {
        requireSuccessorKept("a renewal", (backend, former) -> backend.renew(former, longLease()));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of REL about releases that stop within its step. */
public abstract class ReleaseStoppedRules extends StoppedStepRuleTest {

    @Test
    @Proves(Rule.REL_6)
    void REL_6_a_release_that_stops_within_its_step_does_not_touch_a_successor() throws Exception {
        requireSuccessorKept("a release", (backend, former) -> backend.release(former.attempt()));
    }

    @Test
    @Proves(Rule.REL_6)
    void REL_6_a_release_of_many_that_stops_within_its_step_does_not_touch_a_successor() throws Exception {
        if (backend().bulk().isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        requireSuccessorKept(
                "a release of many", (backend, former) -> bulk(backend).releaseAll(List.of(former.attempt())));
    }
}

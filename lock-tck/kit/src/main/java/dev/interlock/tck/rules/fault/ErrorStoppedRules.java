// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.fault;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import dev.interlock.tck.time.Awaiter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule of ERR about a step that stands still, and another client of its process. */
public abstract class ErrorStoppedRules extends StoppedStepRuleTest {

    @Test
    @Proves(Rule.ERR_8)
    void ERR_8_a_step_that_stands_still_holds_up_no_other_client_on_another_lock() throws Exception {
        Map<String, StaleStep> steps = new LinkedHashMap<>();
        steps.put("an acquisition", (backend, held) -> backend.tryAcquire(attempt(name(), longLease())));
        steps.put("a renewal", (backend, held) -> backend.renew(held, longLease()));
        steps.put("a release", (backend, held) -> backend.release(held.attempt()));
        for (Map.Entry<String, StaleStep> step : steps.entrySet()) {
            requireOthersServed(step.getKey(), step.getValue());
        }
    }

    private void requireOthersServed(String what, StaleStep step) throws Exception {
        Stopped stopped = new Stopped();
        LockBackend other = backend();
        for (int reading = 1; reading <= READINGS; reading++) {
            Grant held = granted(stopped.backend, attempt(name(), longLease()));
            Attempt attempt = attempt(name(), longLease());
            Optional<Ends<Object, Object>> both = stopped.at(
                    reading,
                    () -> step.by(stopped.backend, held),
                    () -> other.tryAcquire(attempt),
                    Awaiter.stretched(patience()));
            if (both.isEmpty()) {
                evidence("others were served, wherever {} stood still at {} readings", what, reading - 1);
                return;
            }
            require(
                    both.get().inTime(),
                    "{} of '{}' stood still at reading {} of its clock, and for {} ms an acquisition of '{}' by another"
                            + " client of the process did not end{}",
                    what,
                    held.attempt().name(),
                    reading,
                    patience().toMillis(),
                    attempt.name(),
                    Awaiter.IF_SLOW);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rule of ACQ about an attempt that stops within its step. */
public abstract class AcquireStoppedRules extends StoppedStepRuleTest {

    @Test
    @Proves(Rule.ACQ_3)
    void ACQ_3_an_attempt_that_stops_within_its_step_is_not_granted_beside_another() throws Exception {
        Stopped stopped = new Stopped();
        LockBackend other = backend();
        for (int reading = 1; reading <= READINGS; reading++) {
            String name = name();
            Attempt slow = attempt(name, longLease());
            Attempt quick = attempt(name, longLease());
            Optional<Ends<AcquireOutcome, AcquireOutcome>> both =
                    stopped.at(reading, () -> stopped.backend.tryAcquire(slow), () -> other.tryAcquire(quick));
            if (both.isEmpty()) {
                evidence("at most one grant, wherever an attempt stopped at {} readings of its clock", reading - 1);
                return;
            }
            Ends<AcquireOutcome, AcquireOutcome> ends = both.get();
            require(
                    !(ends.stopped() instanceof AcquireOutcome.Granted
                            && ends.other() instanceof AcquireOutcome.Granted),
                    "an attempt on '{}' stopped at reading {} of its clock, while another was made: they ended as {} and {}",
                    name,
                    reading,
                    ends.stopped(),
                    ends.other());
        }
    }
}

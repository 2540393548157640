// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.Capability;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The rules of ACQ about an attempt that stops within its step. */
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

    @Test
    @Proves(Rule.ACQ_3)
    void ACQ_3_a_request_for_a_set_that_stops_within_its_step_is_not_granted_beside_another() throws Exception {
        if (!declares(Capability.GRANTS_ALL_AT_ONCE)) {
            return;
        }
        Stopped stopped = new Stopped();
        LockBackend other = backend();
        for (int reading = 1; reading <= READINGS; reading++) {
            List<Attempt> slow = set();
            Attempt quick = attempt(slow.get(1).name().value(), longLease());
            Optional<Ends<AcquireAllOutcome, AcquireOutcome>> both =
                    stopped.at(reading, () -> bulk(stopped.backend).tryAcquireAll(slow), () -> other.tryAcquire(quick));
            if (both.isEmpty()) {
                evidence("at most one grant, wherever a request stopped at {} readings of its clock", reading - 1);
                return;
            }
            Ends<AcquireAllOutcome, AcquireOutcome> ends = both.get();
            require(
                    !(ends.stopped() instanceof AcquireAllOutcome.Granted
                            && ends.other() instanceof AcquireOutcome.Granted),
                    "a request for {} stopped at reading {} of its clock, while '{}' was asked for: they ended as {} and {}",
                    slow,
                    reading,
                    quick.name(),
                    ends.stopped(),
                    ends.other());
        }
    }

    private List<Attempt> set() {
        return names().stream().map(name -> attempt(name, longLease())).toList();
    }

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_a_grant_counts_from_before_its_request_wherever_its_attempt_stops() throws Exception {
        requireCountedFromBefore("a grant", backend -> {
            Attempt attempt = attempt(name(), longLease());
            return new CountedStep(
                    by -> by.tryAcquire(attempt) instanceof AcquireOutcome.Granted granted
                            ? List.of(granted.grant().sentNanos())
                            : List.of(),
                    other -> other.inspect(attempt.name()).isPresent());
        });
    }

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_the_grants_of_a_set_count_from_before_its_request_wherever_it_stops() throws Exception {
        if (!declares(Capability.GRANTS_ALL_AT_ONCE)) {
            return;
        }
        requireCountedFromBefore("a grant of a set", backend -> {
            List<Attempt> set = set();
            return new CountedStep(
                    by -> bulk(by).tryAcquireAll(set) instanceof AcquireAllOutcome.Granted granted
                            ? granted.grants().stream().map(Grant::sentNanos).toList()
                            : List.of(),
                    other -> other.inspect(set.get(0).name()).isPresent());
        });
    }
}

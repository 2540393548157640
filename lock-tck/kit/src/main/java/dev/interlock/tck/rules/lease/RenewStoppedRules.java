// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of REN about a renewal that stops within its step. */
public abstract class RenewStoppedRules extends StoppedStepRuleTest {

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_that_stops_within_its_step_does_not_touch_a_successor() throws Exception {
        requireSuccessorKept("a renewal", (backend, former) -> backend.renew(former, longLease()));
    }

    @Test
    @Proves(Rule.REN_2)
    void REN_2_a_renewal_of_many_that_stops_within_its_step_does_not_touch_a_successor() throws Exception {
        if (backend().bulk().isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        requireSuccessorKept(
                "a renewal of many", (backend, former) -> bulk(backend).renewAll(List.of(former), longLease()));
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_renewal_counts_from_before_its_request_wherever_it_stops() throws Exception {
        requireCountedFromBefore("a renewal", backend -> {
            Grant grant = granted(backend, attempt(name(), before()));
            return new CountedStep(
                    by -> counted(List.of(by.renew(grant, longLease()))),
                    other -> isRenewed(other, grant.attempt().name()));
        });
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_renewal_of_many_counts_from_before_its_request_wherever_it_stops() throws Exception {
        if (backend().bulk().isEmpty()) {
            evidence("the backend has no steps for many locks");
            return;
        }
        requireCountedFromBefore("a renewal of many", backend -> {
            List<Grant> grants = names().stream()
                    .map(name -> granted(backend, attempt(name, before())))
                    .toList();
            return new CountedStep(
                    by -> counted(bulk(by).renewAll(grants, longLease())),
                    other -> isRenewed(other, grants.get(0).attempt().name()));
        });
    }

    /** The lease before the renewal. */
    private Duration before() {
        return new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(2));
    }

    private static List<Long> counted(List<RenewOutcome> outcomes) {
        return outcomes.stream()
                .filter(RenewOutcome.Renewed.class::isInstance)
                .map(outcome -> ((RenewOutcome.Renewed) outcome).sentNanos())
                .toList();
    }

    private boolean isRenewed(LockBackend other, LockName name) {
        return other.inspect(name)
                .flatMap(Holder::remaining)
                .filter(left -> left.compareTo(before()) > 0)
                .isPresent();
    }
}

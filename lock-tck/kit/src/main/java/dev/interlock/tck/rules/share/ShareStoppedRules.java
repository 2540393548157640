// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.BackendProfile;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.StoppedStepRuleTest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of SHARE about steps that stop. */
public abstract class ShareStoppedRules extends StoppedStepRuleTest {

    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_a_grant_counts_from_before_its_request_wherever_its_attempt_stops() throws Exception {
        if (!declares(Capability.SHARES)) {
            return;
        }
        requireCountedFromBefore("a grant of units", backend -> {
            Attempt attempt = attempt(name(), longLease());
            return new CountedStep(
                    by -> steps(by).tryAcquire(attempt, Share.READ) instanceof AcquireOutcome.Granted granted
                            ? List.of(granted.grant().sentNanos())
                            : List.of(),
                    other -> !steps(other).inspect(attempt.name()).isEmpty());
        });
    }

    @Test
    @Proves(Rule.SHARE_6)
    void SHARE_6_a_renewal_counts_from_before_its_request_wherever_it_stops() throws Exception {
        if (!declares(Capability.SHARES)) {
            return;
        }
        requireCountedFromBefore("a renewal of units", backend -> {
            Grant grant = read(backend);
            return new CountedStep(
                    by -> steps(by).renew(grant, longLease()).outcome() instanceof RenewOutcome.Renewed renewed
                            ? List.of(renewed.sentNanos())
                            : List.of(),
                    other -> isRenewed(other, grant.attempt().name()));
        });
    }

    private Grant read(LockBackend backend) {
        Attempt attempt = attempt(name(), before());
        AcquireOutcome outcome = steps(backend).tryAcquire(attempt, Share.READ);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return granted.grant();
        }
        throw broken("'{}' is free and the attempt of a reader ended as {}", attempt.name(), outcome);
    }

    /** The lease before the renewal. */
    private Duration before() {
        return new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(2));
    }

    private boolean isRenewed(LockBackend other, LockName name) {
        return steps(other).inspect(name).stream()
                .anyMatch(holder -> holder.remaining()
                        .filter(left -> left.compareTo(before()) > 0)
                        .isPresent());
    }

    private ShareSteps steps(LockBackend backend) {
        return backend.shares()
                .orElseThrow(() -> broken("{} declares {} and has no steps for it", backend, Capability.SHARES));
    }
}

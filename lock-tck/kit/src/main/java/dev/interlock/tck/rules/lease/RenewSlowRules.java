// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.lease;

import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.SlowStoreRuleTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The rules of REN about a store that is slow and still in time. */
public abstract class RenewSlowRules extends SlowStoreRuleTest {

    @Test
    @Proves(Rule.REN_8)
    void REN_8_a_renewal_takes_a_reply_that_is_late_and_in_time() throws Exception {
        requireConfirmed(REPLIES, "a renewal with late replies");
    }

    @Test
    @Proves(Rule.REN_8)
    void REN_8_a_renewal_that_the_store_does_late_and_in_time_is_not_confirmed_before() throws Exception {
        requireConfirmed(REQUESTS, "a renewal with late requests");
    }

    private void requireConfirmed(Hold hold, String what) throws Exception {
        FaultLink link = link();
        LockBackend backend = renewing(link);
        requireInTime(link, what, late -> {
            Grant grant = grantedSoon(backend, halfLease());
            var renewed =
                    late(link, hold, RequestKind.RENEW, late, () -> backend.renew(grant, longLease()), outcome -> {
                        requireAgrees(grant.attempt(), outcome instanceof RenewOutcome.NotOwner, what, outcome);
                        if (outcome instanceof RenewOutcome.Renewed) {
                            requireRenewed(grant, halfLease(), what, outcome);
                        }
                    });
            return renewed.end(renewed.outcome() instanceof RenewOutcome.Renewed);
        });
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_renewal_whose_reply_is_late_and_in_time_counts_from_its_request() throws Exception {
        FaultLink link = link();
        LockBackend backend = renewing(link);
        requireInTime(link, "a renewal", late -> {
            Grant grant = grantedSoon(backend, longLease());
            var renewed = late(
                    link, REPLIES, RequestKind.RENEW, late, () -> backend.renew(grant, longLease()), outcome -> {});
            if (renewed.outcome() instanceof RenewOutcome.Renewed answer) {
                Duration behind = Duration.ofNanos(answer.sentNanos() - renewed.arrivedNanos());
                require(
                        behind.isNegative() || behind.isZero(),
                        "a renewal whose reply was {} ms late counts from {} ms after its store had done it",
                        late.toMillis(),
                        behind.toMillis());
            }
            return renewed.end(renewed.outcome() instanceof RenewOutcome.Renewed);
        });
    }

    /** A backend that has renewed before, so that each renewal takes as many requests as the next. */
    private LockBackend renewing(FaultLink link) {
        LockBackend backend = started(link.openBackend());
        await(
                "a first renewal is confirmed",
                () -> backend.renew(grantedSoon(backend, longLease()), longLease()) instanceof RenewOutcome.Renewed);
        return backend;
    }
}

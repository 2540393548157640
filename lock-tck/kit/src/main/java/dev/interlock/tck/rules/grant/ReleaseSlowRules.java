// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.SlowStoreRuleTest;
import org.junit.jupiter.api.Test;

/** The rules of REL about a store that is slow and still in time. */
public abstract class ReleaseSlowRules extends SlowStoreRuleTest {

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_takes_a_reply_that_is_late_and_in_time() throws Exception {
        requireConfirmed(REPLIES, "a release with late replies");
    }

    @Test
    @Proves(Rule.REL_5)
    void REL_5_a_release_that_the_store_does_late_and_in_time_is_not_confirmed_before() throws Exception {
        requireConfirmed(REQUESTS, "a release with late requests");
    }

    private void requireConfirmed(Hold hold, String what) throws Exception {
        FaultLink link = link();
        LockBackend backend = started(link.openBackend());
        // So that each release takes as many requests as the next.
        await(
                "a first release is confirmed",
                () -> backend.release(grantedSoon(backend, longLease()).attempt()) instanceof ReleaseOutcome.Released);
        requireInTime(link, what, late -> {
            Attempt attempt = grantedSoon(backend, longLease()).attempt();
            var released = late(
                    link,
                    hold,
                    RequestKind.RELEASE,
                    late,
                    () -> backend.release(attempt),
                    outcome -> requireAgrees(attempt, !(outcome instanceof ReleaseOutcome.Unknown), what, outcome));
            return released.end(released.outcome() instanceof ReleaseOutcome.Released);
        });
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.share;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Proves;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of SHARE about lost replies and late requests. */
public abstract class ShareLinkRules extends ShareRuleTest {

    @Test
    @Proves(Rule.SHARE_4)
    void SHARE_4_what_an_acquisition_with_a_lost_reply_took_comes_back() throws Exception {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        LockClient slow = client(link);
        String name = name();
        MessageGate gate = link.dropReply(RequestKind.SHARE);
        Future<Boolean> step = start(() -> {
            try {
                slow.semaphore(name, 2)
                        .permits(2)
                        .tryAcquire(unrenewed(longLease()))
                        .ifPresent(LockHandle::release);
                return true;
            } catch (LockException e) {
                return false;
            }
        });
        awaitReached("an acquisition", RequestKind.SHARE, gate, step);
        boolean answered = join("an acquisition with a lost reply", step, LONG);
        LockClient other = client();
        await(
                "a permit of '" + name + "' comes back, long before the lease of " + longLease() + " ends",
                () -> !isRefused(other.semaphore(name, 2).permits(2)));
        evidence("the client {}", answered ? "found its own grant" : "was told that the outcome is not known");
    }

    @Test
    @Proves(Rule.SHARE_5)
    void SHARE_5_a_late_release_touches_no_later_grant() throws Exception {
        if (!shares()) {
            return;
        }
        FaultLink link = link();
        ShareSteps slow = steps(started(link.openBackend()));
        if (slow.capabilities().has(Capability.ENDS_WITH_CONNECTION)) {
            evidence("a grant ends with its connection, so no request of it comes after that");
            return;
        }
        ShareSteps steps = steps();
        String name = name();
        Attempt former = attempt(name, longLease());
        granted(slow, former, BOTH);
        MessageGate gate = link.holdRequest(RequestKind.SHARE);
        Future<ReleaseOutcome> late = start(() -> slow.release(former));
        awaitReached("a release", RequestKind.SHARE, gate, late);
        ReleaseOutcome released = steps.release(former);
        require(released instanceof ReleaseOutcome.Released, "the release of '{}' ended as {}", name, released);
        granted(steps, attempt(name, longLease()), HALF);
        granted(steps, attempt(name, longLease()), HALF);
        executeLate("a release", gate);
        requireTaken(steps, name, HALF, "after a late release of a former grant");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink.RequestKind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rule of ACQ about attempts that are sent again after a lost reply. */
abstract class AcquireLostReplyRules extends LostReplyRuleTest {

    @Test
    @Proves(Rule.ACQ_2)
    void ACQ_2_an_attempt_sent_again_finds_its_own_grant() {
        LockBackend backend = backend();
        LockBackend other = backend();
        Attempt attempt = attempt(name(), longLease());
        Grant first = granted(backend, attempt);
        for (LockBackend again : List.of(backend, other, backend)) {
            AcquireOutcome outcome = again.tryAcquire(attempt);
            // A store with sessions gives a grant only to the session that asked for it.
            boolean elsewhere = again == other && outcome instanceof AcquireOutcome.Contended;
            require(
                    elsewhere
                            || (outcome instanceof AcquireOutcome.Granted granted
                                    && granted.grant().token() == first.token()),
                    "sent again, the attempt that owns '{}' with token {} ended as {}",
                    attempt.name(),
                    first.token(),
                    outcome);
        }
        Attempt another = attempt(attempt.name().value(), longLease());
        AcquireOutcome outcome = other.tryAcquire(another);
        require(outcome instanceof AcquireOutcome.Contended, "after the repeats another attempt ended as {}", outcome);
        takeAway(attempt);
        granted(other, another);
    }

    @Test
    @Proves(Rule.ACQ_2)
    void ACQ_2_an_acquisition_that_waits_finds_its_grant_after_a_lost_reply() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        String name = name();
        link.dropReply(RequestKind.ACQUIRE);
        Stopwatch watch = new Stopwatch();
        LockHandle held = hold(client, name, unrenewed(longLease()).withMaxWait(patience()));
        require(
                tryAcquire(client(), name, unrenewed(longLease())).isEmpty(),
                "'{}' was granted twice after a lost reply",
                name);
        evidence(
                "found its own grant {} ms after the lost reply",
                watch.elapsed().toMillis());
        held.release();
    }
}

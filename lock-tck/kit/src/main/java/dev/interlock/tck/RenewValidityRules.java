// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rule of REN about the start of a renewal's validity: its request, however late the reply comes. */
abstract class RenewValidityRules extends ValidityRuleTest {

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_backend_looks_at_the_clock_before_the_request() throws Exception {
        FaultLink link = link();
        LockBackend backend = started(link.openBackend());
        await(
                "a held reply to a renewal comes before its client gives up",
                () -> isCountedFromTheRequest(link, backend),
                patience().multipliedBy(3));
    }

    private boolean isCountedFromTheRequest(FaultLink link, LockBackend backend) throws Exception {
        Grant grant = granted(backend, attempt(name(), longLease()));
        MessageGate gate = link.holdReply(RequestKind.RENEW);
        Future<RenewOutcome> renewing = start(() -> backend.renew(grant, longLease()));
        await("the store renews '" + grant.attempt().name() + "'", gate::reached);
        long renewed = System.nanoTime();
        gate.open();
        RenewOutcome outcome = join("the renewal with the held reply", renewing);
        if (!(outcome instanceof RenewOutcome.Renewed answer)) {
            return false;
        }
        long late = answer.sentNanos() - renewed;
        require(
                late <= 0,
                "the renewal of '{}' counts from {} ns after its store had done it",
                grant.attempt().name(),
                late);
        return true;
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_a_holder_believes_no_longer_than_its_lease_from_the_request_on() throws Exception {
        FaultLink link = link();
        LockClient client = client(link);
        Duration lease = leaseOf(link.replyTimeout().multipliedBy(2));
        Duration pause = link.replyTimeout().dividedBy(3);
        await(
                "a reply that is " + pause.toMillis() + " ms late comes before its client gives up",
                () -> isBelievedFromTheRequest(link, client, lease, pause),
                patience().multipliedBy(3));
    }

    private boolean isBelievedFromTheRequest(FaultLink link, LockClient client, Duration lease, Duration pause)
            throws Exception {
        LockHandle held = holdBriefly(client, name(), unrenewed(lease));
        MessageGate gate = link.holdReply(RequestKind.RENEW);
        Future<RenewResult> renewing = start(() -> held.renew(lease));
        await("the store renews '" + held.lockName() + "'", () -> gate.reached() || renewing.isDone());
        Stopwatch since = new Stopwatch();
        await("the reply is late", () -> since.elapsed().compareTo(pause) >= 0);
        gate.open();
        RenewResult result = join("the renewal with the late reply", renewing);
        Duration left = held.remaining();
        require(
                result != RenewResult.RENEWED || left.plus(pause).compareTo(lease) <= 0,
                "{} ms after the store had renewed '{}' for {} ms, {} ms are left",
                pause.toMillis(),
                held.lockName(),
                lease.toMillis(),
                left.toMillis());
        return result == RenewResult.RENEWED;
    }

    @Test
    @Proves(Rule.REN_10)
    void REN_10_nobody_is_granted_a_lock_whose_renewal_was_confirmed_late() throws Exception {
        FaultLink link = link();
        Duration lease = leaseOnSlowLink(link);
        LockClient slow = client(link);
        requireBelievedByTheStore(link, lease, "a renewal is confirmed", latency -> {
            LockHandle handle = holdBriefly(slow, name(), unrenewed(lease));
            link.delayReplies(latency);
            boolean renewed = handle.renew(lease) == RenewResult.RENEWED;
            return renewed ? Optional.of(handle) : Optional.empty();
        });
    }
}

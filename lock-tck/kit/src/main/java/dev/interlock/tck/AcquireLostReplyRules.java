// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The rules of ACQ about attempts that are sent again and replies that are lost or late. */
abstract class AcquireLostReplyRules extends LostReplyRuleTest {

    private static final RetryPolicy VERY_EAGER =
            new RetryPolicy(Duration.ofMillis(5), Duration.ofMillis(10), Integer.MAX_VALUE);

    /**
     * Requires that what is left of the lease was counted from the request; answers false if the client gave up before
     * the late reply.
     */
    private boolean isCountedFromTheRequest(FaultLink link, LockClient slow, Duration lease, Duration pause)
            throws Exception {
        String name = name();
        MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
        Future<Optional<LockHandle>> acquiring = start(() -> acquiredIfNoError(slow, name, lease));
        await("the store grants '" + name + "'", gate::reached);
        Stopwatch since = new Stopwatch();
        await("the reply is late", () -> since.elapsed().compareTo(pause) >= 0);
        gate.open();
        Optional<LockHandle> held = join("the acquisition with the late reply", acquiring);
        Duration left = held.map(LockHandle::remaining).orElse(Duration.ZERO);
        require(
                left.plus(pause).compareTo(lease) <= 0,
                "{} ms after '{}' was granted for {} ms, {} ms are left",
                pause.toMillis(),
                name,
                lease.toMillis(),
                left.toMillis());
        return held.isPresent();
    }

    @Test
    @Proves(Rule.ACQ_2)
    void ACQ_2_an_attempt_sent_again_finds_its_own_grant() {
        LockBackend backend = backend();
        LockBackend other = backend();
        Attempt attempt = attempt(name(), longLease());
        Grant first = granted(backend, attempt);
        for (LockBackend again : List.of(backend, other, backend)) {
            AcquireOutcome outcome = again.tryAcquire(attempt);
            // A store with sessions gives a grant to the session that asked for it, and to no other.
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

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_a_grant_whose_reply_comes_after_its_validity_is_no_acquisition() throws Exception {
        FaultLink link = link();
        LockClient late = client(link);
        LockClient other = client();
        // Well below the time-out: the reply must come after the lease and before the client gives up on it.
        Duration brief = link.replyTimeout().dividedBy(6);
        Duration lease = leaseOf(brief.compareTo(lease()) < 0 ? brief : lease());
        String name = name();
        MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
        Future<Optional<LockHandle>> acquiring = start(() -> acquiredIfNoError(late, name, lease));
        await("the store grants '" + name + "'", gate::reached);
        LockHandle next = hold(
                other, name, unrenewed(longLease()).withMaxWait(endOf(lease)).withRetry(VERY_EAGER));
        gate.open();
        Optional<LockHandle> acquired = join("the acquisition with the late reply", acquiring);
        require(
                acquired.isEmpty(),
                "the reply for '{}' came after its lease of {} ms and was taken for an acquisition with {} left",
                name,
                lease.toMillis(),
                acquired.map(LockHandle::remaining).orElse(Duration.ZERO));
        requireStays(name, next, "the late grant was given back");
        next.release();
        requireSoonFree(name, "its release");
    }

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_the_validity_of_a_grant_counts_from_before_its_request() throws Exception {
        FaultLink link = link();
        LockClient slow = client(link);
        Duration lease = leaseOf(link.replyTimeout().multipliedBy(2));
        Duration pause = link.replyTimeout().dividedBy(3);
        // On a machine that stalls, the client gives up before its late reply comes.
        await(
                "a reply that is " + pause.toMillis() + " ms late comes before its client gives up",
                () -> isCountedFromTheRequest(link, slow, lease, pause),
                patience().multipliedBy(3));
    }

    private Optional<LockHandle> acquiredIfNoError(LockClient client, String name, Duration lease)
            throws InterruptedException {
        try {
            return client.lock(name).tryAcquire(unrenewed(lease));
        } catch (LockUnavailableException | LockOutcomeUnknownException e) {
            return Optional.empty();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.grant;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.RetryPolicy;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.FaultLink.MessageGate;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.LinkRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * The rules of ACQ about late and lost replies: the start of a grant's validity, and attempts that are sent again.
 */
public abstract class AcquireLinkRules extends LinkRuleTest {

    private static final RetryPolicy VERY_EAGER =
            new RetryPolicy(Duration.ofMillis(5), Duration.ofMillis(10), Integer.MAX_VALUE);

    /**
     * Requires that the validity was counted from the request. Returns false if the client gave up before the late
     * reply.
     */
    private boolean isCountedFromTheRequest(FaultLink link, LockClient slow, Duration lease, Duration pause)
            throws Exception {
        String name = name();
        MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
        Future<Optional<LockHandle>> acquiring = start(() -> acquiredIfNoError(slow, name, lease, Duration.ZERO));
        awaitReached("the store grants '" + name + "'", RequestKind.ACQUIRE, gate, acquiring);
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
    @Proves(Rule.ACQ_4)
    void ACQ_4_a_grant_whose_reply_comes_after_its_validity_is_no_acquisition() throws Exception {
        FaultLink link = link();
        LockClient late = client(link);
        LockClient other = client();
        // Well below the time-out: the reply must come after the lease and before the client gives up.
        Duration brief = link.replyTimeout().dividedBy(6);
        Duration lease = leaseOf(brief.compareTo(lease()) < 0 ? brief : lease());
        String name = name();
        MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
        Future<Optional<LockHandle>> acquiring = start(() -> acquiredIfNoError(late, name, lease, Duration.ZERO));
        awaitReached("the store grants '" + name + "'", RequestKind.ACQUIRE, gate, acquiring);
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

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_the_validity_of_a_waiters_grant_counts_from_before_the_request_that_was_granted() throws Exception {
        if (capabilities().waiting() == Waiting.BLOCKING) {
            evidence("the request of a waiter is one with its wait, so its lease begins with another one");
            return;
        }
        FaultLink link = link();
        LockBackend waiter = started(link.openBackend());
        await(
                "a held reply to a waiter comes before its client gives up",
                () -> isWaiterCountedFromTheRequest(link, waiter),
                patience().multipliedBy(3));
    }

    /**
     * Requires that the backend read the clock before its store had granted the lock. Returns false if the backend gave
     * up before the held reply. A store may grant the lock to a waiter without another request, because it has all it
     * needs. Such a waiter was granted its earlier request, so its lease began with that request.
     */
    private boolean isWaiterCountedFromTheRequest(FaultLink link, LockBackend waiter) throws Exception {
        Attempt before = attempt(name(), longLease());
        granted(backend(), before);
        Attempt attempt = attempt(before.name().value(), longLease());
        try (Contest contest = waiter.contest(attempt)) {
            if (!(contest.attempt() instanceof AcquireOutcome.Contended)) {
                return false;
            }
            long asked = now();
            takeAway(before);
            MessageGate gate = link.holdReply(RequestKind.ACQUIRE);
            Future<AcquireOutcome> asking = start(contest::attempt);
            await(
                    "the store answers the waiter for '" + before.name() + "', or the waiter has its answer",
                    () -> gate.reached() || asking.isDone());
            long granted = gate.reached() ? now() : asked;
            gate.open();
            link.heal();
            AcquireOutcome outcome = join("the attempt with the held reply", asking);
            if (!(outcome instanceof AcquireOutcome.Granted answer)) {
                return false;
            }
            long late = answer.grant().sentNanos() - granted;
            require(
                    late <= 0,
                    "the grant of '{}' to a waiter counts from {} ns after its store had given it",
                    before.name(),
                    late);
            return true;
        }
    }

    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_nobody_is_granted_a_lock_whose_waiter_learned_of_it_late() throws Exception {
        FaultLink link = link();
        Duration lease = leaseOnSlowLink(link);
        InterceptedBackend recorded = new InterceptedBackend(link.openBackend());
        LockClient slow = client(recorded);
        LockClient before = client();
        requireBelievedByTheStore(link, lease, "a waiter is granted its lock", latency -> {
            String name = name();
            LockHandle first = hold(before, name, renewed(longLease()));
            int asked = recorded.attempts().size();
            Future<Optional<LockHandle>> waiting =
                    start(() -> acquiredIfNoError(slow, name, lease, endOf(Duration.ZERO)));
            await(
                    "the waiter asks for '" + name + "'",
                    () -> recorded.attempts().size() > asked);
            link.delayReplies(latency);
            first.release();
            return join("the wait for '" + name + "'", waiting, endOf(lease));
        });
    }

    /**
     * Judges by the store's behaviour, so that it works for a step of several requests, whichever of them takes the
     * lock.
     */
    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_nobody_is_granted_a_lock_whose_first_holder_ever_learned_of_it_late() throws Exception {
        FaultLink link = link();
        Duration lease = leaseOnSlowLink(link);
        LockClient slow = client(link);
        requireBelievedByTheStore(link, lease, "a lock that was never used before is granted", latency -> {
            link.delayReplies(latency);
            return acquiredIfNoError(slow, name() + "-new", lease, Duration.ZERO);
        });
    }

    /** A backend that finds its grant by a later look must not take the time of that look for that of its request. */
    @Test
    @Proves(Rule.ACQ_4)
    void ACQ_4_a_grant_that_is_found_after_a_lost_reply_counts_from_its_request() throws Exception {
        FaultLink link = link();
        forEachRequest(RequestKind.ANY, link, position -> {
            LockBackend slow = started(link.openBackend());
            Attempt attempt = attempt(name(), longLease());
            MessageGate lost = link.holdReply(RequestKind.ANY, position);
            Future<AcquireOutcome> acquiring = start(() -> slow.tryAcquire(attempt));
            await("a reply to an acquisition is held back", () -> lost.reached() || acquiring.isDone());
            boolean taken = lost.reached() && backend().inspect(attempt.name()).isPresent();
            long seen = now();
            link.cut();
            link.heal();
            lost.open();
            if (join("an acquisition with a lost reply", acquiring) instanceof AcquireOutcome.Granted granted) {
                long late = granted.grant().sentNanos() - seen;
                require(
                        !taken || late <= 0,
                        "the grant of '{}' counts from {} ns after its store was seen to have given it",
                        attempt.name(),
                        late);
            }
            return lost;
        });
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

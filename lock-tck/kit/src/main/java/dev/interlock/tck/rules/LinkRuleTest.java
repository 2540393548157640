// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A rule about requests and replies that are late or lost, and about the hold that its holder then believes in. */
public abstract class LinkRuleTest extends ClientRuleTest {

    private static final int MOST_REQUESTS = 8;
    private static final Duration LEAST_LATENCY = Duration.ofMillis(100);

    /** One after another: a machine that stalls may hide one belief that is too long, and hardly all of them. */
    private static final int BELIEFS = 3;

    /**
     * Lets a client acquire or renew a lock while replies are late by a given time. Empty if that was too late for the
     * client.
     */
    @FunctionalInterface
    protected interface SlowHold {
        Optional<LockHandle> begin(Duration latency) throws Exception;
    }

    /** Does a step, with a fault at one of its requests. */
    @FunctionalInterface
    protected interface FaultyStep {

        /**
         * Does the step.
         *
         * @param position of the request that the fault meets
         * @return the gate of the fault
         */
        FaultLink.MessageGate at(int position) throws Exception;
    }

    /**
     * Does a step again and again, with a fault at its first request, then at its second, and so on, until it takes no
     * request more.
     *
     * @param kind what the gates of the step catch
     */
    protected final void forEachRequest(FaultLink.RequestKind kind, FaultLink link, FaultyStep step) throws Exception {
        int requests = 0;
        Stopwatch watch = new Stopwatch();
        boolean reached = step.at(0).reached();
        // On a busy machine a step can end before it sends anything: there was no connection in time.
        while (!reached && watch.elapsed().compareTo(patience()) < 0) {
            link.heal();
            reached = step.at(0).reached();
        }
        while (reached) {
            requests++;
            link.heal();
            reached = requests < MOST_REQUESTS && step.at(requests).reached();
        }
        link.heal();
        require(requests > 0, NO_REQUEST, kind);
        evidence("{} of {} in turn", requests == 1 ? "the one request" : "the " + requests + " requests", kind);
    }

    /**
     * Delays the confirmation of some holds, and requires that no other client is granted a lock while its holder
     * believes in it. The delay is long against the margin of a client. If it is too long for a step of many requests,
     * or on a machine that stalls, the method starts another hold with a shorter delay.
     */
    protected final void requireBelievedByTheStore(FaultLink link, Duration lease, String what, SlowHold step) {
        Map<LockHandle, Duration> held = new HashMap<>();
        AtomicLong latencyNanos = new AtomicLong(longestLatency(link).toNanos());
        AtomicInteger begun = new AtomicInteger();
        await(
                what + " over a link with late replies",
                () -> {
                    link.heal();
                    step.begin(Duration.ofNanos(latencyNanos.get())).ifPresent(handle -> held.put(handle, lease));
                    if (held.isEmpty()) {
                        latencyNanos.updateAndGet(tooLate -> tooLate * 2 / 3);
                    }
                    return !held.isEmpty() && begun.incrementAndGet() >= BELIEFS;
                },
                patience().multipliedBy(3));
        requireNobodyInBefore(held);
        evidence(
                "replies came {} ms late, with a lease of {} ms",
                Duration.ofNanos(latencyNanos.get()).toMillis(),
                lease.toMillis());
    }

    /** A delay of each reply that a step of several requests outlasts. */
    protected static Duration longestLatency(FaultLink link) {
        Duration part = link.replyTimeout().dividedBy(12);
        return part.compareTo(LEAST_LATENCY) < 0 ? LEAST_LATENCY : part;
    }

    /** A lease in which one late reply matters, and that is long enough for several. */
    protected final Duration leaseOnSlowLink(FaultLink link) {
        return leaseOf(longestLatency(link).multipliedBy(15));
    }

    /** One acquisition on a link that may be too slow for it. */
    protected static Optional<LockHandle> acquiredIfNoError(
            LockClient client, String name, Duration lease, Duration wait) throws InterruptedException {
        try {
            return client.lock(name).tryAcquire(unrenewed(lease).withMaxWait(wait));
        } catch (LockException e) {
            return Optional.empty();
        }
    }

    /** Requires that another client gets each lock in the end, and never while its holder believes in it. */
    protected final void requireNobodyInBefore(Map<LockHandle, Duration> held) {
        LockClient other = client();
        Duration longest = Collections.max(held.values());
        await(
                "locks are granted after leases of " + held.values(),
                () -> {
                    for (Map.Entry<LockHandle, Duration> each : Map.copyOf(held).entrySet()) {
                        if (isGrantedAfter(each.getKey(), each.getValue(), other)) {
                            held.remove(each.getKey());
                        }
                    }
                    return held.isEmpty();
                },
                endOf(longest));
    }

    private boolean isGrantedAfter(LockHandle handle, Duration lease, LockClient other) throws InterruptedException {
        String name = handle.lockName();
        boolean granted = tryAcquire(other, name, unrenewed(longLease())).isPresent();
        Duration left = handle.remaining();
        require(!granted || left.isZero(), "'{}' was granted while its holder had {} of {} left", name, left, lease);
        return granted;
    }

    /**
     * Lets a held request go on after its client has given up. Unless the store answers it, the rule is not exercised.
     */
    protected final void executeLate(String what, FaultLink.MessageGate gate) {
        gate.open();
        if (!Awaiter.holdsWithin(gate::answered, Awaiter.stretched(patience()))) {
            throw notExercised("the link let " + what + " go, and the store never answered it");
        }
    }

    /** Requires that the lock stays with its owner. The lock is watched for long enough to see a wrong release. */
    protected final void requireStays(String name, LockHandle owner, String after) {
        LockBackend stranger = backend();
        never(
                "'" + name + "' has another owner than token " + owner.fencingToken() + " after " + after,
                () -> stranger.inspect(new LockName(name))
                        .filter(holder -> holder.fencingToken() == owner.fencingToken())
                        .isEmpty(),
                Duration.ofMillis(60));
    }

    /** Lets a successor have the lock while a request of its former holder is on its way, and then lets that go on. */
    protected final LockHandle overtake(String name, FaultLink.MessageGate gate, String late) throws Exception {
        // Before the holder gives up: some stores then drop the connection, and the request with it.
        fixture().storeHooks().ifPresent(operator -> operator.expire(name));
        LockHandle successor = hold(client(), name, renewed(longLease()).withMaxWait(patience()));
        if (endsWithConnection()) {
            // The store has ended the hold with its connection, so the request cannot reach it any more.
            gate.open();
        } else {
            executeLate(late, gate);
        }
        return successor;
    }

    /** Requires that the successor has the lock until it releases it. */
    protected final void requireUntouched(String name, LockHandle successor, String after) {
        requireStays(name, successor, after);
        ReleaseResult result = successor.release();
        require(result == ReleaseResult.RELEASED, "after {} the successor's release said {}", after, result);
    }

    /** Two attempts for a step on many locks. */
    protected final List<Attempt> pair() {
        return List.of(attempt(name(), longLease()), attempt(name(), longLease()));
    }

    /** Whether the outcome of an acquisition says that its caller does not have the lock. */
    protected static boolean isDenied(AcquireOutcome outcome) {
        return !(outcome instanceof AcquireOutcome.Granted || outcome instanceof AcquireOutcome.Unknown);
    }

    /**
     * Requires that a lock is free if the outcome of a step says that its caller does not have it.
     *
     * @param denied whether it says so
     */
    protected final void requireAgrees(Attempt attempt, boolean denied, String what, Object outcome) throws Exception {
        String name = attempt.name().value();
        if (denied && endsWithConnection()) {
            // The server needs a moment to see that the connection has ended, and the hold with it.
            requireSoonFree(name, what + ", which ended as " + outcome);
            return;
        }
        require(
                !denied || tryAcquire(client(), name, unrenewed(longLease())).isPresent(),
                "{} ended as {}, and the store has '{}' still for its caller",
                what,
                outcome,
                name);
    }

    /**
     * Requires that the store did a renewal that is confirmed.
     *
     * @param before the lease before it, shorter than that of the renewal
     */
    protected final void requireRenewed(Grant grant, Duration before, String what, Object outcome) {
        Duration kept = backend()
                .inspect(grant.attempt().name())
                .flatMap(Holder::remaining)
                .orElse(longLease());
        require(
                kept.compareTo(before) > 0 || before.compareTo(longLease().dividedBy(2)) > 0,
                "{} ended as {}, and the store keeps {} of '{}'",
                what,
                outcome,
                kept,
                grant.attempt().name());
    }

    /** Half of the lease of a renewal, as the store can keep it. */
    protected final Duration halfLease() {
        return new BackendProfile(capabilities()).nearestLease(longLease().dividedBy(2));
    }

    /** Requires that the lock is free long before the lease of the lost acquisition would end. */
    protected final void requireSoonFree(String name, String after) {
        LockClient other = client();
        Duration limit = Awaiter.stretched(patience());
        if (!Awaiter.holdsWithin(
                () -> tryAcquire(other, name, unrenewed(longLease())).isPresent(), limit)) {
            throw broken(
                    "'{}' cannot be acquired {} ms after {}, long before its lease of {} ms; the store says of its holder: {}"
                            + Awaiter.IF_SLOW,
                    name,
                    limit.toMillis(),
                    after,
                    longLease().toMillis(),
                    other.inspect(name));
        }
    }
}

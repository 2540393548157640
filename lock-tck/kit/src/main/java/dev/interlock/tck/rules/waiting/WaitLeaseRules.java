// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The rules of WAIT about the lease of a waiter, and about the leases for which it pauses. */
public abstract class WaitLeaseRules extends InstrumentedRuleTest {

    /** By how much a store may round what is left of a lease up, or look for its end too late. */
    private static final Duration ROUNDED = Duration.ofMillis(20);

    @Test
    @Proves(Rule.WAIT_9)
    void WAIT_9_a_waiter_that_queued_for_longer_than_its_lease_gets_a_full_one() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        LockClient other = client();
        String name = name();
        // Long, so that a store which keeps a part of it is asked within the rest, on a busy machine too.
        Duration lease = leaseOf(Duration.ofSeconds(1));
        LockHandle held = hold(client(), name, renewed(longLease()));
        CompletableFuture<LockHandle> waiting =
                client.lock(name).acquireAsync(unrenewed(lease).withMaxWait(LONG));
        await("the waiter asks the store", () -> backend.answeredAttempts(name) > 0);
        Stopwatch queued = new Stopwatch();
        await("a lease passes in the queue", () -> queued.elapsed().compareTo(lease) > 0, lease.plus(patience()));
        held.release();
        LockHandle handle = granted("a waiter that queued", waiting);
        List<LockLost> told = lossesOf(handle);
        // Known however long this thread stalls. A stall can use up the rest of a lease that was granted too short.
        Duration granted = backend.grant(name).lease();
        require(
                granted.compareTo(lease.dividedBy(2)) > 0,
                "a waiter that had queued was granted {} ms of a lease of {} ms",
                granted.toMillis(),
                lease.toMillis());
        Duration left = handle.remaining();
        Stopwatch since = backend.sinceLastAttempt(name);
        Duration accounted = left.plus(since.elapsed());
        require(
                accounted.compareTo(lease.dividedBy(2)) > 0,
                "{} ms after its request only {} ms of a lease of {} ms were left to a waiter that had queued",
                since.elapsed().toMillis(),
                left.toMillis(),
                lease.toMillis());
        await(
                "the lease passes",
                () -> {
                    boolean taken = isFree(other, name);
                    Duration rest = handle.remaining();
                    require(
                            !taken || rest.isZero(),
                            "'{}' was granted to another while its holder had {} left",
                            name,
                            rest);
                    return rest.isZero();
                },
                endOf(lease));
        Duration lasted = since.elapsed();
        await("the end of '" + name + "' is reported", () -> !told.isEmpty());
        LossCause cause = told.get(0).cause();
        require(
                cause == LossCause.EXPIRED || lasted.compareTo(lease) >= 0,
                "the store ended the lease of '{}' {} ms after its request, of {} ms ({})",
                name,
                lasted.toMillis(),
                lease.toMillis(),
                cause);
        evidence(
                "after {} ms in the queue {} of {} ms were left",
                queued.elapsed().toMillis(),
                left.toMillis(),
                lease.toMillis());
    }

    /** The next holder lets its short lease end, as after a crash. The lock is not released, so no signal comes. */
    @Test
    @Proves(Rule.WAIT_12)
    void WAIT_12_a_waiter_does_not_rest_for_a_former_holders_lease() throws Exception {
        InterceptedBackend nextBackend = intercepted();
        LockClient next = client(nextBackend);
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle former = hold(client(), name, renewed(longLease()));
        Stopwatch sinceFormer = new Stopwatch();
        CompletableFuture<LockHandle> second = next.lock(name)
                .acquireAsync(unrenewed(lease()).withMaxWait(LONG).withRetry(EAGER));
        await("the next holder is in the queue", () -> nextBackend.answeredAttempts(name) > 0);
        StepGate gate = gate();
        if (!capabilities().has(Capability.FIFO_BETWEEN_CLIENTS)) {
            // Without order the waiter could be the next holder.
            backend.onAcquire(onceAnd(gate));
        }
        CompletableFuture<LockHandle> waiting = client.lock(name).acquireAsync(waiting(LONG));
        await("the waiter asks the store during the former holder's lease", () -> backend.answeredAttempts(name) > 0);
        former.release();
        LockHandle present = granted("the next holder's acquisition", second);
        Stopwatch sinceGrant = new Stopwatch();
        gate.open();
        await(
                "the waiter for '" + name + "' is granted it after the present holder's lease of "
                        + lease().toMillis() + " ms, and at most "
                        + fixture().expiryDelay().toMillis()
                        + " ms later; that of the former holder, which released it, would end in "
                        + longLease().minus(sinceFormer.elapsed()).toMillis() + " ms",
                waiting::isDone,
                endOf(lease()));
        Duration after = sinceGrant.elapsed();
        LockHandle granted = granted("the waiter's acquisition", waiting);
        require(
                granted.fencingToken() > present.fencingToken(),
                "after token {} the waiter was granted {}",
                present.fencingToken(),
                granted.fencingToken());
        evidence(
                "granted {} ms after a grant for {} ms, at look {}; the former holder's lease would have run for {} ms more",
                after.toMillis(),
                lease().toMillis(),
                backend.answeredAttempts(name),
                longLease().minus(sinceFormer.elapsed()).toMillis());
    }

    /** At the store: the client rests for so long at most, and has no other bound where it relies on signals. */
    @Test
    @Proves(Rule.WAIT_12)
    void WAIT_12_a_refused_attempt_is_told_to_rest_no_longer_than_the_present_lease() {
        LockBackend backend = backend();
        Grant held = granted(backend(), attempt(name(), lease()));
        Stopwatch since = new Stopwatch();
        String name = held.attempt().name().value();
        await("half of the lease passes", () -> since.elapsed().compareTo(lease().dividedBy(2)) >= 0, endOf(lease()));
        if (backend.inspect(held.attempt().name()).flatMap(Holder::remaining).isEmpty()) {
            evidence("the store does not know what is left of a lease");
            return;
        }
        try (Contest contest = backend.contest(attempt(name, longLease()))) {
            Duration least = since.elapsed();
            requireRest(held, least, "a try", backend.tryAcquire(attempt(name, longLease())));
            requireRest(held, least, "a waiter", contest.attempt());
        }
    }

    /** If the lease was over, because the machine stalled, the attempt was granted. */
    private void requireRest(Grant held, Duration passed, String what, AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted) {
            return;
        }
        Duration most = held.lease().minus(passed).plus(fixture().expiryDelay()).plus(ROUNDED);
        require(
                outcome instanceof AcquireOutcome.Contended contended
                        && contended.retryAfter().compareTo(most) <= 0,
                "{} for '{}' ended as {} at least {} ms after another was granted it for {} ms",
                what,
                held.attempt().name(),
                outcome,
                passed.toMillis(),
                held.lease().toMillis());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** The rules of WAIT about a waiter in turn: a lock is free, and the store keeps it for the waiter for a time. */
public abstract class WaitTurnRules extends ClientRuleTest {

    /** A trial counts only if the machine did not stall. */
    private static final int TRIALS = 5;

    private static final Duration STALL = Duration.ofMillis(200);
    private static final Duration TO_QUEUE = Duration.ofMillis(500);

    /** What a signal takes at the most, and much less than a store keeps a lock for a waiter that does not ask. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    @Test
    @Proves(Rule.WAIT_8)
    void WAIT_8_a_client_that_asks_again_after_its_release_does_not_overtake_one_in_turn() {
        if (waitingBlocks()) {
            return;
        }
        LockBackend holder = backend();
        LockBackend waiter = backend();
        for (int i = 0; i < TRIALS && !isServedInTurn(holder, waiter); i++) {
            evidence("the machine stalled between a release and the next request");
        }
    }

    /** False if the machine stalled: a waiter keeps its turn for a time only. */
    private boolean isServedInTurn(LockBackend holder, LockBackend waiter) {
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        String name = held.name().value();
        try (Contest ahead = waiter.contest(attempt(name, longLease()));
                Contest again = holder.contest(attempt(name, longLease()))) {
            requireContended(ahead);
            // A place in a queue may take a moment.
            boolean listens = Awaiter.holdsWithin(
                    () -> {
                        requireContended(ahead);
                        return ahead.signalled();
                    },
                    Awaiter.stretched(TO_QUEUE));
            if (!listens || !ahead.inTurn()) {
                evidence("a waiter is not told that it has a turn");
                return true;
            }
            Stopwatch since = new Stopwatch();
            holder.release(held);
            AcquireOutcome outcome = again.attempt();
            boolean stalled = since.elapsed().compareTo(STALL) > 0;
            require(
                    stalled || outcome instanceof AcquireOutcome.Contended,
                    "a waiter for '{}' has a turn, and the client that released the lock asked again, which ended as {}",
                    name,
                    outcome);
            evidence("a client that asked again after its release was refused, since another had a turn");
            return !stalled;
        }
    }

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_that_leaves_in_turn_lets_the_next_one_be_woken_at_once() {
        if (waitingBlocks() || !declares(Capability.NOTIFIES_WAITERS) || !declares(Capability.FIFO_BETWEEN_CLIENTS)) {
            return;
        }
        LockBackend next = backend();
        requireAtOnce("a waiter in turn left without asking, and the next one was woken", held -> {
            Contest second = closing(next.contest(like(held)));
            awaitResting(second);
            return () -> second.signal().toCompletableFuture().isDone();
        });
    }

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_the_only_waiter_leaves_in_turn_and_keeps_the_lock_from_no_try() {
        if (waitingBlocks() || !declares(Capability.NOTIFIES_WAITERS)) {
            return;
        }
        LockBackend other = backend();
        requireAtOnce(
                "the only waiter left in turn without asking, and a try was granted the lock",
                held -> () -> other.tryAcquire(like(held)) instanceof AcquireOutcome.Granted);
    }

    /** What waits behind the waiter that leaves, and whether it is served. */
    @FunctionalInterface
    private interface Behind {
        Callable<Boolean> waits(Attempt held);
    }

    private void requireAtOnce(String what, Behind behind) {
        LockBackend holder = backend();
        LockBackend leaver = backend();
        Duration least = servedAfter(holder, leaver, what, behind);
        for (int i = 1; i < TRIALS && least.compareTo(AT_ONCE) > 0; i++) {
            Duration again = servedAfter(holder, leaver, what, behind);
            least = again.compareTo(least) < 0 ? again : least;
        }
        require(
                least.compareTo(Awaiter.stretched(AT_ONCE)) <= 0,
                "{} {} ms later at the soonest" + Awaiter.IF_SLOW,
                what,
                least.toMillis());
        evidence("{} {} ms later", what, least.toMillis());
    }

    private Duration servedAfter(LockBackend holder, LockBackend leaver, String what, Behind behind) {
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        Contest first = closing(leaver.contest(like(held)));
        awaitResting(first);
        Callable<Boolean> served = behind.waits(held);
        holder.release(held);
        await(
                "the first waiter is woken",
                () -> first.signal().toCompletableFuture().isDone());
        Stopwatch left = new Stopwatch();
        first.close();
        await(what, served);
        return left.elapsed();
    }

    @Test
    @Proves(Rule.WAIT_8)
    void WAIT_8_no_set_overtakes_a_waiter_when_a_lease_has_ended() {
        if (waitingBlocks() || !declares(Capability.FIFO_BETWEEN_CLIENTS) || !declares(Capability.GRANTS_ALL_AT_ONCE)) {
            return;
        }
        LockBackend holder = backend();
        LockBackend waiter = backend();
        LockBackend other = backend();
        for (int i = 0; i < TRIALS && !isKeptFromSets(holder, waiter, other); i++) {
            evidence("the machine stalled between the end of a lease and the request for a set");
        }
    }

    /** False if the machine stalled: a waiter that does not ask keeps its turn for a time only. */
    private boolean isKeptFromSets(LockBackend holder, LockBackend waiter, LockBackend other) {
        Attempt held = attempt(name(), lease());
        List<Attempt> set = List.of(attempt(name(), longLease()), like(held));
        Optional<BulkSteps> together = stepsFor(other, set);
        if (together.isEmpty()) {
            return true;
        }
        long token = granted(holder, held).token();
        try (Contest first = waiter.contest(like(held))) {
            AcquireOutcome looked = first.attempt();
            // Some stores show the waiter by then.
            await(
                    "the lease ends",
                    () -> other.inspect(held.name())
                            .filter(owner -> owner.fencingToken() == token)
                            .isEmpty(),
                    endOf(lease()));
            Stopwatch since = new Stopwatch();
            AcquireAllOutcome outcome = together.get().tryAcquireAll(set);
            boolean stalled = since.elapsed().compareTo(STALL) > 0 || looked instanceof AcquireOutcome.Granted;
            require(
                    stalled || outcome instanceof AcquireAllOutcome.Contended,
                    "a client waits for '{}', whose lease has ended, and a set of another one ended as {}",
                    held.name(),
                    outcome);
            evidence("a set was refused whose lock another client waited for when its lease ended");
            return !stalled;
        }
    }
}

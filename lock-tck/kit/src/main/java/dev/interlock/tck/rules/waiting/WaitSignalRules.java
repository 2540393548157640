// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.ClientRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.time.Moment;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of WAIT about the signals that a backend gives a waiter, without the looks of an engine. */
public abstract class WaitSignalRules extends ClientRuleTest {

    private static final int HOLDERS = 3;

    private static final int MANY_NAMES = 150;

    private static final int ROUNDS = 300;

    /** Ends the rounds at a store that is far away. */
    private static final Duration AT_MOST = Duration.ofMillis(500);

    /** The thread beside must be running by then. */
    private static final long START_NANOS = 50_000;

    private static final int LOOKS = 2;

    /** At a store whose looks take long. */
    private static final int SLOW_ROUNDS = 100;

    private static final Duration AT_MOST_SLOW = Duration.ofSeconds(2);

    /** Far above the time of a look in memory; a distance is as likely to be below a tenth of it as above. */
    private static final double LONGEST_NANOS = 1_000_000;

    /** Its multiples are spread evenly. */
    private static final double GOLDEN = 0.618_033_988_749_895;

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_relies_on_signals_if_its_backend_declares_them() {
        Waiting declared = capabilities().waiting();
        Attempt held = attempt(name(), longLease());
        granted(backend(), held);
        try (Contest contest = backend().contest(attempt(held.name().value(), longLease()))) {
            if (declared == Waiting.SIGNAL) {
                await("a waiter relies on signals, as " + declared + " is declared", () -> {
                    requireContended(contest);
                    return contest.signalled();
                });
            } else if (declared == Waiting.POLL) {
                requireContended(contest);
                require(!contest.signalled(), "a waiter relies on signals, and {} is declared", declared);
            }
        }
        evidence("waiting is {}", declared);
    }

    @Test
    @Proves(Rule.WAIT_4)
    void WAIT_4_a_release_beside_a_look_is_not_missed() throws Exception {
        if (!signals()) {
            return;
        }
        LockBackend holder = backend();
        LockBackend waiter = backend();
        double longest = Math.max(LONGEST_NANOS, LOOKS * nanosOfLook(holder, waiter));
        Duration most = Duration.ofNanos(
                (long) Math.min(AT_MOST_SLOW.toNanos(), Math.max(AT_MOST.toNanos(), SLOW_ROUNDS * longest)));
        Stopwatch watch = new Stopwatch();
        int judged = 0;
        for (int round = 0; round < ROUNDS && watch.elapsed().compareTo(most) < 0; round++) {
            judged += isToldOfRelease(holder, waiter, (long) Math.pow(longest, round * GOLDEN % 1)) ? 1 : 0;
        }
        evidence("a signal for each of {} waiters that looked just before a release", judged);
    }

    /** How long a waiter's first look takes, at a store that has been asked before. */
    private double nanosOfLook(LockBackend holder, LockBackend waiter) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < LOOKS; i++) {
            Attempt held = attempt(name(), longLease());
            granted(holder, held);
            try (Contest contest = waiter.contest(attempt(held.name().value(), longLease()))) {
                Stopwatch look = new Stopwatch();
                contest.attempt();
                least = Math.min(least, look.elapsed().toNanos());
            }
            holder.release(held);
        }
        return least;
    }

    /** False if the waiter was granted the lock, or relies on no signal yet. */
    private boolean isToldOfRelease(LockBackend holder, LockBackend waiter, long distanceNanos) throws Exception {
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        Attempt wanted = attempt(held.name().value(), longLease());
        try (Contest contest = waiter.contest(wanted)) {
            long begin = System.nanoTime() + START_NANOS;
            Future<?> releasing = start(() -> {
                Moment.spinUntil(begin + distanceNanos);
                return holder.release(held);
            });
            Moment.spinUntil(begin);
            AcquireOutcome outcome = contest.attempt();
            boolean relies = outcome instanceof AcquireOutcome.Contended && contest.signalled();
            join("a release beside a look", releasing);
            if (relies) {
                await(
                        "a signal of the release of '" + held.name() + "', which came " + distanceNanos
                                + " ns after a look began that was refused",
                        () -> contest.signal().toCompletableFuture().isDone());
            }
            waiter.release(wanted);
            return relies;
        }
    }

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_the_release_of_a_set_wakes_a_waiter_of_one_of_its_locks() {
        if (!signals()) {
            return;
        }
        LockBackend holder = backend();
        List<Attempt> set =
                names().stream().map(name -> attempt(name, longLease())).toList();
        Optional<BulkSteps> steps = stepsFor(holder, set);
        if (steps.isEmpty()) {
            return;
        }
        AcquireAllOutcome outcome = steps.get().tryAcquireAll(set);
        require(
                outcome instanceof AcquireAllOutcome.Granted,
                "{} are free and asking for them ended as {}",
                set,
                outcome);
        LockName name = set.get(1).name();
        LockBackend waiter = backend();
        Attempt wanted = attempt(name.value(), longLease());
        try (Contest contest = waiter.contest(wanted)) {
            awaitResting(contest);
            steps.get().releaseAll(set);
            awaitWoken(contest, name);
        }
        waiter.release(wanted);
        evidence("a waiter of one of {} locks was woken by their release", set.size());
    }

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_release_wakes_a_waiter_of_a_lock_that_several_may_hold() {
        if (!declares(Capability.SHARES)) {
            return;
        }
        ShareSteps steps = backend().shares().orElseThrow();
        ShareSteps others = backend().shares().orElseThrow();
        if (!steps.capabilities().has(Capability.NOTIFIES_WAITERS)) {
            evidence("{} is not declared for these locks", Capability.NOTIFIES_WAITERS);
            return;
        }
        Attempt writer = attempt(name(), longLease());
        AcquireOutcome outcome = steps.tryAcquire(writer, Share.WRITE);
        require(
                outcome instanceof AcquireOutcome.Granted,
                "'{}' is free and a writer's attempt ended as {}",
                writer.name(),
                outcome);
        Attempt reader = attempt(writer.name().value(), longLease());
        try (Contest contest = others.contest(reader, Share.READ)) {
            awaitResting(contest);
            steps.release(writer);
            awaitWoken(contest, writer.name());
        }
        others.release(reader);
        evidence("a reader was woken by the release of a writer");
    }

    /** A waiter may watch one of those before it only. */
    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_is_woken_whichever_holder_gives_its_unit_back() {
        if (!declares(Capability.SHARES)) {
            return;
        }
        ShareSteps waiter = backend().shares().orElseThrow();
        if (!waiter.capabilities().has(Capability.NOTIFIES_WAITERS)) {
            evidence("{} is not declared for these locks", Capability.NOTIFIES_WAITERS);
            return;
        }
        List<ShareSteps> holders = Stream.generate(() -> backend().shares().orElseThrow())
                .limit(HOLDERS)
                .toList();
        Share unit = new Share(1, HOLDERS);
        for (int leaves = 0; leaves < HOLDERS; leaves++) {
            String name = name();
            List<Grant> held = new ArrayList<>();
            for (ShareSteps holder : holders) {
                AcquireOutcome outcome = holder.tryAcquire(attempt(name, longLease()), unit);
                if (!(outcome instanceof AcquireOutcome.Granted granted)) {
                    throw broken("a unit of '{}' is free, and an attempt ended as {}", name, outcome);
                }
                held.add(granted.grant());
            }
            Attempt wanted = attempt(name, longLease());
            try (Contest contest = waiter.contest(wanted, unit)) {
                awaitResting(contest);
                holders.get(leaves).release(held.get(leaves).attempt());
                // The others stay for as long as that takes: the end of their leases would wake the waiter, too.
                await("a signal that one of " + HOLDERS + " holders of '" + name + "' left, number " + leaves, () -> {
                    for (int i = 0; i < HOLDERS; i++) {
                        holders.get(i).renew(held.get(i), longLease());
                    }
                    return isSignalled(contest);
                });
            }
            waiter.release(wanted);
            for (int i = 0; i < HOLDERS; i++) {
                holders.get(i).release(held.get(i).attempt());
            }
        }
        evidence("a waiter was woken by each of {} holders in turn", HOLDERS);
    }

    /** Each of the two may be the one that is signalled; a store may signal both. */
    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_one_who_leaves_after_its_signal_passes_it_on() {
        if (!signals()) {
            return;
        }
        LockBackend holder = backend();
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        String name = held.name().value();
        try (Contest one = backend().contest(attempt(name, longLease()));
                Contest two = backend().contest(attempt(name, longLease()))) {
            awaitResting(one);
            awaitResting(two);
            holder.release(held);
            await("a waiter for '" + name + "' is signalled", () -> isSignalled(one) || isSignalled(two));
            // Asked once: the other signal may come at any moment.
            boolean first = isSignalled(one);
            Contest stays = first ? two : one;
            (first ? one : two).close();
            awaitWoken(stays, held.name());
            await(
                    "the waiter for '" + name + "' that stayed is granted it",
                    () -> stays.attempt() instanceof AcquireOutcome.Granted);
        }
        evidence("a waiter left after its signal, and the other one was signalled, too");
    }

    /** A backend may listen once for all its waiters of a lock. */
    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_waiter_that_leaves_takes_no_signal_from_another_of_its_backend() {
        if (!signals()) {
            return;
        }
        LockBackend holder = backend();
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        LockBackend client = backend();
        try (Contest stays = client.contest(like(held))) {
            awaitResting(stays);
            CompletionStage<?> signal = stays.signal();
            try (Contest leaves = client.contest(like(held))) {
                awaitResting(leaves);
            }
            holder.release(held);
            await(
                    "the waiter for '" + held.name() + "' is signalled, whose client had another one that left",
                    () -> signal.toCompletableFuture().isDone());
        }
        evidence("one of two waiters of a client left, and the other one was signalled");
    }

    /** A store may clear away what belongs to locks that no client holds, and not the queues of their waiters. */
    @Test
    @Proves(Rule.WAIT_4)
    void WAIT_4_a_waiter_is_not_forgotten_while_many_other_locks_come_and_go() {
        if (!signals()) {
            return;
        }
        LockBackend holder = backend();
        Attempt held = attempt(name(), longLease());
        granted(holder, held);
        String name = held.name().value();
        LockBackend first = backend();
        try (Contest one = first.contest(attempt(name, longLease()));
                Contest two = backend().contest(attempt(name, longLease()))) {
            awaitResting(one);
            awaitResting(two);
            CompletionStage<?> signal = two.signal();
            holder.release(held);
            List<Attempt> others = new ArrayList<>();
            for (int i = 0; i < MANY_NAMES; i++) {
                others.add(attempt(name(), longLease()));
                granted(holder, others.get(i));
            }
            others.forEach(holder::release);
            await("the first waiter for '" + name + "' is granted it", () -> {
                AcquireOutcome outcome = one.attempt();
                return outcome instanceof AcquireOutcome.Granted granted
                        && first.release(granted.grant().attempt()) instanceof ReleaseOutcome.Released;
            });
            await(
                    "the second waiter for '" + name + "' is signalled after " + MANY_NAMES + " other locks",
                    () -> signal.toCompletableFuture().isDone());
        }
    }

    private static boolean isSignalled(Contest contest) {
        return contest.signal().toCompletableFuture().isDone();
    }

    private boolean signals() {
        boolean declared = capabilities().has(Capability.NOTIFIES_WAITERS)
                && capabilities().waiting() == Waiting.SIGNAL;
        if (!declared) {
            evidence("{} is not declared, or a waiter blocks in its request", Capability.NOTIFIES_WAITERS);
        }
        return declared;
    }

    private void awaitWoken(Contest contest, LockName name) {
        await(
                "a signal of the release of '" + name + "'",
                () -> contest.signal().toCompletableFuture().isDone());
    }
}

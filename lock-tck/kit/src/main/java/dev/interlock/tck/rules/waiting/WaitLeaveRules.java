// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The rule of WAIT about waiters that are interrupted or cancelled, at each step of a wait. */
public abstract class WaitLeaveRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_a_thread_interrupted_before_it_waits_leaves_nothing() throws Exception {
        LockClient client = client();
        String name = name();
        Future<?> interrupted = start(() -> {
            Thread.currentThread().interrupt();
            thrown(
                    InterruptedException.class,
                    "acquire with the flag set",
                    () -> client.lock(name).acquire(waiting()));
            return null;
        });
        join("acquire with the flag set", interrupted);
        requireFreeEverywhere("after an interrupt before the wait", client, name);
    }

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_one_who_leaves_the_local_queue_blocks_nobody_behind() throws Exception {
        LockClient client = client();
        String name = name();
        LockHandle held = hold(client, name, renewed(longLease()));
        Waiter interrupted = waiter(client, name);
        await("a thread waits", interrupted::isParked);
        CompletableFuture<LockHandle> cancelled = client.lock(name).acquireAsync(waiting(LONG));
        CompletableFuture<LockHandle> behind = client.lock(name).acquireAsync(waiting(LONG));
        interrupt(interrupted.thread);
        requireInterrupted(interrupted);
        require(cancelled.cancel(true), "a waiter of '{}' could not be cancelled", name);
        held.release();
        await("the waiter behind two who left is granted '" + name + "'", behind::isDone);
        granted("the waiter behind", behind).release();
        requireFreeEverywhere("after two waiters left the local queue", client, name);
    }

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_one_who_leaves_while_resting_is_not_granted_the_lock_later() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        Waiter interrupted = waiter(client, name);
        await("the thread has asked the store", () -> backend.answeredAttempts(name) > 0);
        interrupt(interrupted.thread);
        requireInterrupted(interrupted);
        long before = backend.answeredAttempts(name);
        CompletableFuture<LockHandle> cancelled = client.lock(name).acquireAsync(waiting(LONG));
        await("the future has asked the store", () -> backend.answeredAttempts(name) > before);
        require(cancelled.cancel(true), "a waiter of '{}' could not be cancelled", name);
        held.release();
        requireFreeEverywhere("after two waiters left while resting", client, name);
    }

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_an_interrupt_while_an_attempt_is_granted_leaves_a_handle_or_nothing() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        for (boolean executed : new boolean[] {false, true}) {
            String name = name();
            StepGate gate = gate();
            backend.onAcquire(way(gate, executed));
            Waiter waiter = waiter(client, name);
            await("an attempt is under way", () -> gate.arrivals() > 0);
            interrupt(waiter.thread);
            gate.open();
            Optional<LockHandle> granted = join("a waiter interrupted during its attempt", waiter.end);
            require(
                    granted.isEmpty() || waiter.flag.get(),
                    "the interrupt that came with the grant of '{}' was lost",
                    name);
            granted.ifPresent(LockHandle::release);
            backend.onAcquire(Supplier::get);
            requireFreeEverywhere("after an interrupt during the attempt", client, name);
        }
    }

    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_a_cancel_while_an_attempt_is_granted_leaves_nothing() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        for (boolean executed : new boolean[] {false, true}) {
            String name = name();
            StepGate gate = gate();
            backend.onAcquire(way(gate, executed));
            CompletableFuture<LockHandle> cancelled = client.lock(name).acquireAsync(waiting(LONG));
            await("an attempt is under way", () -> gate.arrivals() > 0);
            require(cancelled.cancel(true), "a waiter of '{}' could not be cancelled", name);
            gate.open();
            backend.onAcquire(Supplier::get);
            requireFreeEverywhere("after a cancel during the attempt", client, name);
        }
    }

    /**
     * A leftover watch costs the store one entry for each waiter that ever waited. A signal that was on its way when
     * its waiter left may still come, so a few do not count.
     */
    @Test
    @Proves(Rule.WAIT_3)
    void WAIT_3_a_release_signals_none_of_those_who_left() {
        if (!capabilities().has(Capability.NOTIFIES_WAITERS) || capabilities().waiting() == Waiting.BLOCKING) {
            evidence("the store keeps no watch for a waiter that it could signal");
            return;
        }
        int waiters = 6;
        LockBackend holder = backend();
        LockBackend leaver = backend();
        List<Attempt> held = new ArrayList<>();
        List<CompletionStage<?>> signals = new ArrayList<>();
        for (int i = 0; i < waiters; i++) {
            Attempt attempt = attempt(name(), longLease());
            granted(holder, attempt);
            held.add(attempt);
            signals.add(signalOfOneWhoLeft(leaver, attempt.name()));
        }
        held.forEach(holder::release);
        never(
                "the releases signal more than half of " + waiters + " waiters that had left",
                () -> signals.stream()
                                .filter(signal -> signal.toCompletableFuture().isDone())
                                .count()
                        > waiters / 2,
                Duration.ofMillis(150));
        evidence("{} waiters left, and their locks were released", waiters);
    }

    /** The signal of a waiter that was refused while the store sent wake-ups, and that then left. */
    private CompletionStage<?> signalOfOneWhoLeft(LockBackend backend, LockName name) {
        try (Contest contest = backend.contest(attempt(name.value(), longLease()))) {
            awaitResting(contest);
            return contest.signal();
        } finally {
            // This request follows all requests that the contest sent when it was closed.
            backend.inspect(name);
        }
    }

    private static Function<Supplier<AcquireOutcome>, AcquireOutcome> way(StepGate gate, boolean executed) {
        return executed ? gate::after : gate::before;
    }

    /** A thread that waits for a lock, and its result: a handle, or nothing after an interrupt. */
    private static final class Waiter {
        final AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        final AtomicBoolean flag = new AtomicBoolean();
        Future<Optional<LockHandle>> end = CompletableFuture.completedFuture(Optional.empty());

        boolean isParked() {
            Thread known = thread.get();
            return known != null && InstrumentedRuleTest.isParked(known);
        }
    }

    private Waiter waiter(LockClient client, String name) {
        Waiter waiter = new Waiter();
        waiter.end = start(() -> {
            waiter.thread.set(Thread.currentThread());
            try {
                Optional<LockHandle> granted = tryAcquire(client, name, waiting(LONG));
                waiter.flag.set(Thread.interrupted());
                return granted;
            } catch (InterruptedException e) {
                return Optional.empty();
            }
        });
        return waiter;
    }

    private void requireInterrupted(Waiter waiter) throws Exception {
        Optional<LockHandle> granted = join("the wait of an interrupted thread", waiter.end);
        require(granted.isEmpty(), "a thread that was interrupted while waiting was granted the lock");
    }

    private void requireFreeEverywhere(String when, LockClient client, String name) throws Exception {
        requireFree(when, client(), name);
        requireFree(when + ", in the same client,", client, name);
    }
}

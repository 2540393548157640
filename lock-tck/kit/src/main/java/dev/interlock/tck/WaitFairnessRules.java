// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.RetryPolicy;
import dev.interlock.Waiting;
import dev.interlock.spi.AcquireOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The rules of the family WAIT about waiters of different clients, which depend on what the backend declares. */
abstract class WaitFairnessRules extends WatchingRules {

    private static final RetryPolicy DROWSY =
            new RetryPolicy(Duration.ofSeconds(20), Duration.ofSeconds(20), Integer.MAX_VALUE);

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_release_wakes_other_clients_or_is_seen_at_the_next_look() throws Exception {
        boolean notified = capabilities().has(Capability.NOTIFIES_WAITERS);
        TappedBackend tap = tap();
        LockClient client = client(tap);
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        AcquireOptions options = waiting().withRetry(notified ? DROWSY : EAGER);
        Future<Optional<LockHandle>> waiting = start(() -> tried(client, name, options));
        await("the waiter asks the store", () -> tap.looks(name) > 0);
        long before = tap.looks(name);
        Patience.Stopwatch watch = new Patience.Stopwatch();
        held.release();
        Optional<LockHandle> granted = join("the waiter's acquisition", waiting);
        require(
                granted.isPresent(),
                notified
                        ? "NOTIFIES_WAITERS is declared, but a waiter for '{}' was not woken by the release within {} ms"
                        : "a waiter for '{}' that looks every 100 ms was not granted it within {} ms of its release",
                name,
                soon().toMillis());
        evidence(
                "granted {} ms after the release, at look {}, {}",
                watch.elapsed().toMillis(),
                tap.looks(name) - before,
                notified ? "notified" : "not notified: " + Capability.NOTIFIES_WAITERS.absence());
    }

    @Test
    @Proves(Rule.WAIT_8)
    void WAIT_8_a_latecomer_overtakes_only_where_no_order_is_declared() throws Exception {
        boolean fifo = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        TappedBackend tap = tap();
        LockClient first = client(tap);
        LockClient late = client();
        TappedBackend lateTap = tap();
        LockClient lateWaiter = client(lateTap);
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        StepGate gate = gate();
        tap.onAcquire(onceAnd(gate));
        CompletableFuture<LockHandle> waiting = first.lock(name).acquireAsync(waiting(LONG));
        await("the first waiter is in the queue", () -> tap.looks(name) > 0);
        if (!fifo) {
            // Woken by the release as well, the second waiter could be faster than the latecomer.
            lateTap.onAcquire(onceAnd(gate));
        }
        CompletableFuture<LockHandle> behind = lateWaiter.lock(name).acquireAsync(waiting(LONG));
        await("the second waiter is in the queue", () -> lateTap.looks(name) > 0);
        held.release();
        boolean overtaken = isFree(late, name);
        require(
                !fifo || !overtaken,
                "FIFO_BETWEEN_CLIENTS is declared, but a try was granted '{}' past two waiters",
                name);
        require(
                fifo || overtaken || capabilities().waiting() == Waiting.BLOCKING,
                "FIFO_BETWEEN_CLIENTS is not declared, but a try did not get '{}' past two waiters: declare it",
                name);
        if (fifo) {
            never(
                    "the second waiter is granted '" + name + "' before the first",
                    behind::isDone,
                    Duration.ofMillis(50));
        }
        gate.open();
        // In whatever order they are served, each makes way for the other.
        await(
                "both waiters are served",
                CompletableFuture.allOf(
                                waiting.thenAcceptAsync(LockHandle::release),
                                behind.thenAcceptAsync(LockHandle::release))::isDone);
        evidence(fifo ? "served in order" : "overtaken: {}", Capability.FIFO_BETWEEN_CLIENTS.absence());
    }

    /** A way that lets the first look pass; the others, which may come at any moment, wait at the gate. */
    private static Function<Supplier<AcquireOutcome>, AcquireOutcome> onceAnd(StepGate gate) {
        AtomicBoolean passed = new AtomicBoolean();
        return look -> passed.getAndSet(true) ? gate.before(look) : look.get();
    }

    @Test
    @Proves(Rule.WAIT_8)
    void WAIT_8_waiters_of_many_clients_are_served_in_the_declared_order() throws Exception {
        boolean fifo = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        Queue<Integer> served = new ConcurrentLinkedQueue<>();
        CompletableFuture<?>[] waits = new CompletableFuture<?>[4];
        for (int i = 0; i < waits.length; i++) {
            int each = i;
            TappedBackend tap = tap();
            waits[i] = client(tap).lock(name).acquireAsync(waiting(LONG)).thenAcceptAsync(handle -> {
                served.add(each);
                handle.release();
            });
            await("waiter " + each + " is in the queue", () -> tap.looks(name) > 0);
        }
        held.release();
        await("all waiters are served", CompletableFuture.allOf(waits)::isDone);
        require(
                !fifo || List.copyOf(served).equals(List.of(0, 1, 2, 3)),
                "FIFO_BETWEEN_CLIENTS is declared, but waiters that came as 0123 were served as {}",
                served);
        evidence("waiters that came as 0123 were served as {}", served);
    }

    @Test
    @Proves(Rule.WAIT_11)
    void WAIT_11_a_release_makes_only_the_next_waiter_look() throws Exception {
        boolean fifo = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        List<TappedBackend> taps = new ArrayList<>();
        List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            TappedBackend tap = tap();
            taps.add(tap);
            waits.add(client(tap).lock(name).acquireAsync(waiting(LONG).withRetry(fifo ? DROWSY : EAGER)));
            await("waiter " + i + " is in the queue", () -> tap.looks(name) > 0);
        }
        long before = looksBehindTheFirst(taps, name);
        held.release();
        await("a waiter is granted '" + name + "'", () -> waits.stream().anyMatch(CompletableFuture::isDone));
        if (fifo) {
            never(
                    "a waiter behind the first looks because of the release of '" + name + "'",
                    () -> looksBehindTheFirst(taps, name) > before,
                    Duration.ofMillis(150));
        }
        evidence(
                "a release made {} of 5 waiters look that were not next",
                Math.min(5, looksBehindTheFirst(taps, name) - before));
        waits.forEach(wait -> wait.cancel(true));
    }

    private static long looksBehindTheFirst(List<TappedBackend> taps, String name) {
        return taps.stream().skip(1).mapToLong(tap -> tap.looks(name)).sum();
    }
}

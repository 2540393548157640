// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FaultLink;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The rules of WAIT about the waiters that a release wakes. */
public abstract class WaitWakeRules extends InstrumentedRuleTest {

    private static final RetryPolicy DROWSY =
            new RetryPolicy(Duration.ofSeconds(20), Duration.ofSeconds(20), Integer.MAX_VALUE);

    /** A waiter may look before and after it has entered a queue. */
    private static final int MOST_LOOKS = 3;

    /** For as long a waiter may look because of a signal that came too early. */
    private static final Duration EARLY = Duration.ofMillis(100);

    @Test
    @Proves(Rule.WAIT_4)
    void WAIT_4_a_release_between_look_and_rest_is_not_missed() throws Exception {
        InterceptedBackend backend = wokenAsDeclared(fixture().openBackend());
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        AtomicBoolean released = new AtomicBoolean();
        backend.onAcquire(look -> {
            AcquireOutcome outcome = look.get();
            if (released.compareAndSet(false, true)) {
                held.release();
            }
            return outcome;
        });
        Stopwatch watch = new Stopwatch();
        Optional<LockHandle> granted = tryAcquire(client, name, waiting());
        requireNotMissed(granted, name, "was released just after a waiter's look");
        evidence("granted after {} ms and {} looks", watch.elapsed().toMillis(), backend.answeredAttempts(name));
    }

    /** The store has answered a look. The lock is released before the waiter, or its watch, gets that answer. */
    @Test
    @Proves(Rule.WAIT_4)
    void WAIT_4_a_release_while_the_answer_to_a_look_is_on_its_way_is_not_missed() throws Exception {
        FaultLink link = link();
        int looks = 0;
        while (looks < MOST_LOOKS && isReleasedDuringLook(link, looks)) {
            looks++;
        }
        evidence("a release during each of the {} looks with which a wait begins", looks);
    }

    /** False if the waiter rests before it has looked so often. */
    private boolean isReleasedDuringLook(FaultLink link, int looksBefore) throws Exception {
        InterceptedBackend backend = wokenAsDeclared(link.openBackend());
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        List<FaultLink.MessageGate> before =
                Stream.generate(link::holdLookReply).limit(looksBefore).toList();
        FaultLink.MessageGate gate = link.holdLookReply();
        Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(client, name, waiting()));
        if (before.isEmpty()) {
            awaitRefusal(
                    "the store has answered the look of a waiter for '" + name + "'",
                    gate,
                    () -> backend.answeredAttempts(name) > 0);
        } else {
            await("a waiter for '" + name + "' looks once more, or rests", () -> {
                before.stream().filter(FaultLink.MessageGate::reached).forEach(FaultLink.MessageGate::open);
                return gate.reached() || backend.answeredAttempts(name) > 0;
            });
        }
        boolean reached = gate.reached();
        held.release();
        gate.open();
        requireNotMissed(
                join("the waiter's acquisition", waiting, LONG),
                name,
                "was released while the answer to a waiter's look was on its way");
        link.heal();
        return reached;
    }

    /** Waiters of a store that signals are woken by its signals alone. */
    private InterceptedBackend wokenAsDeclared(LockBackend opened) {
        InterceptedBackend backend = new InterceptedBackend(opened);
        if (isNotified()) {
            backend.wakeBySignalsOnly();
        }
        return backend;
    }

    private boolean isNotified() {
        return capabilities().has(Capability.NOTIFIES_WAITERS);
    }

    private void requireNotMissed(Optional<LockHandle> granted, String name, String when) {
        require(
                granted.isPresent(),
                "'{}' {}, who then slept for {} ms{}",
                name,
                when,
                waitedMillis(),
                isNotified() ? ": NOTIFIES_WAITERS is declared, and no signal told of that release" : "");
    }

    @Test
    @Proves(Rule.WAIT_4)
    void WAIT_4_no_release_is_missed_inside_a_client() throws Exception {
        int rounds = 40;
        LockClient client = client();
        String name = name();
        LockHandle held = hold(client, name, renewed(longLease()));
        List<Thread> players = new CopyOnWriteArrayList<>();
        List<Future<?>> games = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            games.add(start(() -> play(client, name, players, rounds)));
        }
        await(
                "both threads wait",
                () -> players.size() == 2 && players.stream().allMatch(InstrumentedRuleTest::isParked));
        held.release();
        for (Future<?> game : games) {
            join("one of two who hand the lock to and fro", game, LONG);
        }
        evidence("{} holds by two threads of one client", 2 * rounds);
    }

    private Void play(LockClient client, String name, List<Thread> players, int rounds) throws Exception {
        players.add(Thread.currentThread());
        for (int i = 0; i < rounds; i++) {
            tryAcquire(client, name, waiting())
                    .orElseThrow(() -> broken("a release of '{}' in the same client was missed", name))
                    .release();
        }
        return null;
    }

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_signals_come_again_after_an_outage() throws Exception {
        FaultLink link = link();
        if (!isNotified()) {
            evidence("NOTIFIES_WAITERS is not declared");
            return;
        }
        InterceptedBackend backend = wokenAsDeclared(link.openBackend());
        LockClient client = client(backend);
        requireWoken(backend, client, "before the outage");
        link.cut();
        orEmpty(() -> client.lock(name()).tryAcquire(unrenewed(longLease())));
        link.heal();
        Stopwatch watch = new Stopwatch();
        requireWoken(backend, client, "after every connection was cut");
        evidence("woken again {} ms after the end of an outage", watch.elapsed().toMillis());
    }

    /** Requires that a signal wakes a waiter in the end: after an outage a backend may rest before it connects again. */
    private void requireWoken(InterceptedBackend backend, LockClient client, String when) {
        LockClient holder = client();
        await(
                "a signal of a release wakes a waiter " + when,
                () -> {
                    String name = name();
                    LockHandle held = hold(holder, name, renewed(longLease()));
                    Future<Optional<LockHandle>> waiting =
                            start(() -> orEmpty(() -> client.lock(name).tryAcquire(waiting())));
                    await("the waiter asks the store", () -> backend.answeredAttempts(name) > 0 || waiting.isDone());
                    held.release();
                    return join("the waiter's acquisition", waiting, LONG).isPresent();
                },
                patience().multipliedBy(4));
    }

    private static Optional<LockHandle> orEmpty(Callable<Optional<LockHandle>> step) throws Exception {
        try {
            return step.call();
        } catch (LockException e) {
            return Optional.empty();
        }
    }

    /**
     * A signal that comes before the lock is free makes its waiter look in vain. The store that signals has no other for
     * this release.
     */
    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_the_signal_of_a_release_comes_when_the_lock_is_free() throws Exception {
        FaultLink link = link();
        if (!isNotified()) {
            evidence("NOTIFIES_WAITERS is not declared");
            return;
        }
        InterceptedBackend backend = wokenAsDeclared(fixture().openBackend());
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(link), name, renewed(longLease()));
        Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(client, name, waiting()));
        await("the waiter asks the store", () -> backend.answeredAttempts(name) > 0);
        long before = backend.answeredAttempts(name);
        FaultLink.MessageGate gate = link.holdRequest(FaultLink.RequestKind.RELEASE);
        Future<ReleaseResult> release = start(held::release);
        awaitReached("the release of '" + name + "' is on its way", FaultLink.RequestKind.RELEASE, gate, release);
        boolean early = Awaiter.holdsWithin(() -> backend.answeredAttempts(name) > before, Awaiter.stretched(EARLY));
        gate.open();
        Optional<LockHandle> granted = join("the waiter's acquisition", waiting, LONG);
        require(
                granted.isPresent(),
                "NOTIFIES_WAITERS is declared, and the signal of a release of '{}' came {}",
                name,
                early ? "before the lock was free, and not again" : "not at all");
        evidence("a release was held on its way, and its waiter {}", early ? "looked meanwhile" : "did not look");
    }

    @Test
    @Proves(Rule.WAIT_7)
    void WAIT_7_a_release_wakes_other_clients_or_is_seen_at_the_next_look() throws Exception {
        boolean notified = isNotified();
        InterceptedBackend backend = wokenAsDeclared(fixture().openBackend());
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(client, name, waiting()));
        await("the waiter asks the store", () -> backend.answeredAttempts(name) > 0);
        long before = backend.answeredAttempts(name);
        Stopwatch watch = new Stopwatch();
        held.release();
        Optional<LockHandle> granted = join("the waiter's acquisition", waiting);
        require(
                granted.isPresent(),
                notified
                        ? "NOTIFIES_WAITERS is declared, but no signal of the release woke a waiter for '{}' within "
                                + "{} ms"
                        : "a waiter for '{}' that looks every 100 ms was not granted it within {} ms of its release",
                name,
                waitedMillis());
        evidence(
                "granted {} ms after the release, at look {}, {}",
                watch.elapsed().toMillis(),
                backend.answeredAttempts(name) - before,
                notified ? "notified" : "not notified: " + Capability.NOTIFIES_WAITERS.absence());
    }

    @Test
    @Proves(Rule.WAIT_11)
    void WAIT_11_a_release_makes_only_the_next_waiter_look() throws Exception {
        boolean fifo = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        List<InterceptedBackend> backends = new ArrayList<>();
        List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            InterceptedBackend backend = intercepted();
            backends.add(backend);
            waits.add(client(backend).lock(name).acquireAsync(waiting(LONG).withRetry(fifo ? DROWSY : EAGER)));
            await("waiter " + i + " is in the queue", () -> backend.answeredAttempts(name) > 0);
        }
        // A waiter may look once more when the store confirms that signals arrive.
        await("the waiters rest", () -> {
            long seen = looksBehindTheFirst(backends, name);
            return !fifo
                    || !Awaiter.holdsWithin(() -> looksBehindTheFirst(backends, name) > seen, Awaiter.stretched(EARLY));
        });
        long before = looksBehindTheFirst(backends, name);
        held.release();
        await("a waiter is granted '" + name + "'", () -> waits.stream().anyMatch(CompletableFuture::isDone));
        if (fifo) {
            never(
                    "a waiter behind the first looks because of the release of '" + name + "'",
                    () -> looksBehindTheFirst(backends, name) > before,
                    Duration.ofMillis(150));
        }
        evidence(
                "a release made {} of 5 waiters look that were not next",
                Math.min(5, looksBehindTheFirst(backends, name) - before));
        waits.forEach(wait -> wait.cancel(true));
    }

    private static long looksBehindTheFirst(List<InterceptedBackend> backends, String name) {
        return backends.stream()
                .skip(1)
                .mapToLong(backend -> backend.answeredAttempts(name))
                .sum();
    }
}

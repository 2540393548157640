// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.HandOff;
import dev.interlock.LockName;
import dev.interlock.spi.AttemptId;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holds of one client: those that last, found by the id of their attempt, and what all of them share. Thread-safe.
 */
final class Holds {

    final SafeBackend backend;
    final ClientThreads threads;
    final Machine machine;
    final EventDispatcher events;
    final ClientLog log;
    final HandOff handOff;
    final LocalQueues<HandOffOffer> queues;
    final GivingWay givingWay;
    final AdaptiveLeases adaptiveLeases;
    final Compensator compensator;
    final RenewalPace pace;
    final RenewalBatches batches;

    private final ConcurrentMap<AttemptId, Hold> holds = new ConcurrentHashMap<>();
    private final ConcurrentMap<AttemptId, PendingReports> expected = new ConcurrentHashMap<>();
    private volatile @Nullable CountDownLatch none;
    private volatile boolean closing;
    private volatile boolean ended;

    /** The holds of a client that has none yet. */
    Holds(SafeBackend backend, ClientThreads threads, EventDispatcher events, ClientLog log, HandOff handOff) {
        this.backend = backend;
        this.threads = threads;
        this.events = events;
        this.log = log;
        this.handOff = handOff;
        machine = threads.machine;
        queues = new LocalQueues<>(machine);
        givingWay = new GivingWay(machine);
        adaptiveLeases = new AdaptiveLeases(machine, events);
        compensator = new Compensator(backend, threads);
        pace = new RenewalPace(backend, machine);
        batches = new RenewalBatches(backend, threads.renewals);
    }

    /** A copy of those that last. */
    List<Hold> all() {
        return List.copyOf(holds.values());
    }

    /** True while nothing is held and no grant is expected. */
    boolean isEmpty() {
        return holds.isEmpty() && expected.isEmpty();
    }

    /** An acquisition of a waiter, or of a caller that did not wait, has ended with the lock. */
    void granted(Hold hold, Waiter<HandOffOffer> waiter) {
        // Before the hold can be found by its id, and so be ended: an end that overtook this would never be taken back.
        queues.granted(waiter);
        add(hold);
    }

    /** One of several locks was granted by one request, for a thread that stood in no queue. */
    void granted(Hold hold, Thread caller) {
        queues.granted(name(hold), caller);
        add(hold);
    }

    /** A waiter has the lock that another handle of this client had. */
    void handedOff(Hold hold, Waiter<HandOffOffer> waiter) {
        queues.handedOff(waiter);
        add(hold);
    }

    private void add(Hold hold) {
        holds.put(hold.grant().attempt().id(), hold);
    }

    /**
     * A hold is over, and a caller that sees that may ask the store again: called once, before it can be seen. The hold is
     * kept until {@link #forget}.
     */
    void freed(Hold hold) {
        queues.freed(name(hold));
    }

    /** Everything that the end of a hold asks for is under way: the next waiter for its name may ask. */
    void forget(Hold hold) {
        if (holds.remove(hold.grant().attempt().id(), hold)) {
            queues.wakeNext(name(hold));
            CountDownLatch awaited = none;
            if (awaited != null && holds.isEmpty()) {
                awaited.countDown();
            }
        }
    }

    private static LockName name(Hold hold) {
        return hold.grant().attempt().name();
    }

    /**
     * Counted down as soon as there are none, unless this is called again before. The end of each hold has been reported
     * by then.
     */
    CountDownLatch none() {
        CountDownLatch latch = new CountDownLatch(1);
        // Before the look: the thread that forgets the last one either is seen to have done so, or sees this.
        none = latch;
        if (holds.isEmpty()) {
            latch.countDown();
        }
        return latch;
    }

    /** A request of the attempt is about to be sent: the backend may report on its grant before it is here. */
    void expect(AttemptId id, PendingReports reports) {
        expected.put(id, reports);
    }

    void expectNoMore(AttemptId id) {
        expected.remove(id);
    }

    /** Passes a report of the backend to the hold of an attempt, or keeps it for the hold that its grant will make. */
    void report(AttemptId id, Consumer<Hold> report) {
        // Kept before the look-up, so that the report is found here or delivered there.
        PendingReports pending = expected.get(id);
        if (pending != null) {
            pending.add(id, report);
        }
        @Nullable Hold hold = holds.get(id);
        if (hold != null) {
            hold.reported(report);
        }
    }

    /** The handle of a hold for a caller that waits for it. */
    Handle handle(Hold hold) {
        return new Handle(this, hold, true);
    }

    /** The handle of a hold for a future, which perhaps no caller waits for any more. */
    Handle deliveredHandle(Hold hold) {
        return new Handle(this, hold, false);
    }

    /** The client begins to close: from now on nothing is handed off. */
    void beginClose() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    /** The client is closed: from now on no hold begins or lasts, whatever the store may still grant or confirm. */
    void end() {
        ended = true;
        all().forEach(Hold::endAtClose);
    }

    boolean hasEnded() {
        return ended;
    }
}

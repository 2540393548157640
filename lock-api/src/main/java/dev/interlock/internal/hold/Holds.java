// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandOff;
import dev.interlock.LockName;
import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.event.ClientLog;
import dev.interlock.internal.event.EventDispatcher;
import dev.interlock.internal.lease.AdaptiveLeases;
import dev.interlock.internal.lease.RenewalPace;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.queue.ClientFairness;
import dev.interlock.internal.queue.LocalQueues;
import dev.interlock.internal.queue.Waiter;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The holds of one client: those that last, found by the id of their attempt, and what all of them share. Thread-safe.
 */
public final class Holds {

    public final SafeBackend backend;
    public final ClientThreads threads;
    public final Machine machine;
    public final EventDispatcher events;
    public final ClientLog log;
    public final HandOff handOff;
    public final LocalQueues<HandOffOffer> queues;
    public final ClientFairness fairness;
    public final AdaptiveLeases adaptiveLeases;
    public final Compensator compensator;
    final RenewalPace pace;
    public final RenewalBatches batches;
    public final ReleaseQueue releases;
    public final RenewalQueue askedRenewals;
    public final RetainedLocks retained;
    final WatchedGrants watched;

    private final ConcurrentMap<AttemptId, Hold> holds = new ConcurrentHashMap<>();
    private final ConcurrentMap<AttemptId, PendingReports> expected = new ConcurrentHashMap<>();
    private volatile @Nullable CountDownLatch none;
    private volatile boolean closing;
    private volatile boolean ended;

    /** The holds of a client that has none yet. */
    public Holds(
            SafeBackend backend,
            ClientThreads threads,
            EventDispatcher events,
            ClientLog log,
            HandOff handOff,
            int maxRetained) {
        this.backend = backend;
        this.threads = threads;
        this.events = events;
        this.log = log;
        this.handOff = handOff;
        machine = threads.machine;
        queues = new LocalQueues<>(machine);
        fairness = new ClientFairness(machine);
        adaptiveLeases = new AdaptiveLeases(machine, events);
        compensator = new Compensator(backend, threads);
        pace = new RenewalPace(backend, machine);
        releases = new ReleaseQueue(threads);
        askedRenewals = new RenewalQueue(threads);
        batches = new RenewalBatches(backend, threads.renewals);
        retained = new RetainedLocks(this, maxRetained);
        watched = new WatchedGrants(backend, machine);
    }

    /** The hold of an attempt looks at the time, if it lasts. */
    void check(AttemptId id) {
        Hold hold = holds.get(id);
        if (hold != null) {
            hold.check();
        }
    }

    /** Has the store watch the grant of a hold, unless the hold ended meanwhile. */
    void watch(Grant grant) {
        watched.begin(grant);
        if (!holds.containsKey(grant.attempt().id())) {
            watched.end(grant);
        }
    }

    /** A copy of those that last. */
    public List<Hold> all() {
        return List.copyOf(holds.values());
    }

    /** True while nothing is held and no grant is expected. */
    public boolean isEmpty() {
        return holds.isEmpty() && expected.isEmpty();
    }

    /** An acquisition of a waiter, or of a caller that did not wait, has ended with the lock. */
    public void granted(Hold hold, Waiter<HandOffOffer> waiter) {
        // Before the hold can be found by its id, and so be ended: an end that overtook this would never be taken back.
        queues.granted(waiter);
        add(hold);
    }

    /** One of several locks was granted by one request, for a thread that stood in no queue. */
    public void granted(Hold hold, Thread caller) {
        queues.granted(name(hold), caller);
        add(hold);
    }

    /** A waiter has the lock that another handle of this client had. */
    public void handedOff(Hold hold, Waiter<HandOffOffer> waiter) {
        queues.handedOff(waiter);
        add(hold);
    }

    /** The caller has a lock that this client retained. */
    void acquiredAgain(Hold hold) {
        queues.acquiredAgain(name(hold), Thread.currentThread());
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
            if (hold.isWatched()) {
                watched.end(hold.grant());
            }
            Retention retention = hold.retention();
            if (retention != null) {
                retained.forget(retention);
            }
            queues.wakeNext(name(hold));
            CountDownLatch awaited = none;
            if (awaited != null && holds.isEmpty()) {
                awaited.countDown();
            }
        }
    }

    private static LockName name(Hold hold) {
        return hold.name();
    }

    /**
     * Counted down as soon as there are none, unless this is called again before. The end of each hold has been reported
     * by then.
     */
    public CountDownLatch none() {
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
    public void report(AttemptId id, Consumer<Hold> report) {
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

    /** Another client wants the lock of an attempt, whose grant may still be on its way. */
    public void wanted(AttemptId id) {
        PendingReports pending = expected.get(id);
        if (pending != null) {
            pending.add(id, Hold::recall);
        }
        @Nullable Hold hold = holds.get(id);
        if (hold != null) {
            hold.recall();
        }
    }

    /** Other clients may want any of the locks, those included whose grants are on their way. */
    public void allWanted() {
        expected.values().forEach(PendingReports::addRecall);
        all().forEach(Hold::recall);
    }

    /** The handle of a hold for a caller that waits for it. */
    public Handle handle(Hold hold) {
        return new Handle(this, hold, true);
    }

    /** The handle of a hold for a future, which perhaps no caller waits for any more. */
    public Handle deliveredHandle(Hold hold) {
        return new Handle(this, hold, false);
    }

    /** The client begins to close: from now on nothing is handed off. */
    public void beginClose() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    /** The client is closed: from now on no hold begins or lasts, whatever the store may still grant or confirm. */
    public void end() {
        ended = true;
        all().forEach(Hold::endAtClose);
        askedRenewals.end();
    }

    boolean hasEnded() {
        return ended;
    }
}

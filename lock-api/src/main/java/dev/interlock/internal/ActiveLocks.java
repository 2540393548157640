// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.AttemptId;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The acquisitions under way and the tenures of one client, kept while they last. Thread-safe. */
final class ActiveLocks {

    private final LocalQueues queues;
    private final Set<PendingAcquisition<?>> acquisitions = ConcurrentHashMap.newKeySet();
    private final ConcurrentMap<AttemptId, Tenure> tenures = new ConcurrentHashMap<>();
    private final ConcurrentMap<AttemptId, PendingReports> expected = new ConcurrentHashMap<>();
    private volatile @Nullable CountDownLatch noTenures;

    ActiveLocks(LocalQueues queues) {
        this.queues = queues;
    }

    List<PendingAcquisition<?>> acquisitions() {
        return List.copyOf(acquisitions);
    }

    List<Tenure> tenures() {
        return List.copyOf(tenures.values());
    }

    /** True while nothing is held or acquired: then nothing is kept for any name. */
    boolean isEmpty() {
        return acquisitions.isEmpty() && tenures.isEmpty() && expected.isEmpty() && queues.isEmpty();
    }

    void add(PendingAcquisition<?> acquisition) {
        acquisitions.add(acquisition);
    }

    /** Forgets an acquisition that never began, or that holds no place in a queue. */
    void remove(PendingAcquisition<?> acquisition) {
        acquisitions.remove(acquisition);
    }

    /** An acquisition has ended with the lock. */
    void granted(Acquisition acquisition, Tenure tenure) {
        // Before the hold can be found by its id, and so be ended: an end that overtook this would never be taken back.
        queues.granted(acquisition);
        tenures.put(tenure.grant().attempt().id(), tenure);
        acquisitions.remove(acquisition);
    }

    /** An acquisition has ended with the lock that another handle of this client had. */
    void handedOver(Acquisition acquisition, Tenure tenure) {
        queues.tookOver(acquisition);
        tenures.put(tenure.grant().attempt().id(), tenure);
        acquisitions.remove(acquisition);
    }

    /** One of several locks was granted to an acquisition that stood in no queue, for a thread. */
    void granted(Tenure tenure, Thread caller) {
        queues.granted(tenure.grant().attempt().name(), caller);
        tenures.put(tenure.grant().attempt().id(), tenure);
    }

    /** An acquisition has ended without the lock. */
    void left(Acquisition acquisition) {
        acquisitions.remove(acquisition);
        queues.leave(acquisition);
    }

    /**
     * A hold is over, and whoever sees that may ask the store again: called once, before it can be seen. The tenure is
     * kept until {@link #forget}.
     */
    void freed(Tenure tenure) {
        queues.freed(tenure.grant().attempt().name());
    }

    /** Everything that the end of a hold asks for is under way: the next of its name is up. */
    void forget(Tenure tenure) {
        if (tenures.remove(tenure.grant().attempt().id(), tenure)) {
            queues.wakeNext(tenure.grant().attempt().name());
            CountDownLatch awaited = noTenures;
            if (awaited != null && tenures.isEmpty()) {
                awaited.countDown();
            }
        }
    }

    /**
     * Counted down as soon as none is kept, unless this is called again before. The end of each hold has been reported
     * by then.
     */
    CountDownLatch noTenures() {
        CountDownLatch none = new CountDownLatch(1);
        // Before the look: whoever forgets the last one either is seen to have done so, or sees this.
        noTenures = none;
        if (tenures.isEmpty()) {
            none.countDown();
        }
        return none;
    }

    /** A request of the attempt is about to be sent, and its grant may be reported on before it is here. */
    void expect(AttemptId id, PendingReports reports) {
        expected.put(id, reports);
    }

    void expectNoMore(AttemptId id) {
        expected.remove(id);
    }

    /** Hands a report about an attempt to its tenure, or keeps it for the one that a grant on its way will make. */
    void report(AttemptId id, Consumer<Tenure> report) {
        // Kept before the look-up, so that the report is found here or delivered there.
        PendingReports pending = expected.get(id);
        if (pending != null) {
            pending.add(id, report);
        }
        @Nullable Tenure tenure = tenures.get(id);
        if (tenure != null) {
            tenure.reported(report);
        }
    }
}

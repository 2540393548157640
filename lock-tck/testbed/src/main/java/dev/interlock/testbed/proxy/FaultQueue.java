// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import dev.interlock.testbed.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** The faults that wait for their requests, in the order of their creation. Safe for use by many threads. */
final class FaultQueue {

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Queued> faults = new ArrayList<>();

    /** One fault, the requests it is for, and how many of those are still to pass or to be hit. */
    private static final class Queued {
        private final Predicate<Message> matcher;
        private final Fault fault;
        private final Gate gate;
        private long toSkip;
        private long toHit;

        Queued(Predicate<Message> matcher, long toSkip, long toHit, Fault fault, Gate gate) {
            this.matcher = matcher;
            this.toSkip = toSkip;
            this.toHit = toHit;
            this.fault = fault;
            this.gate = gate;
        }

        boolean takes(Message request) {
            if (toHit == 0 || !matcher.test(request)) {
                return false;
            }
            if (toSkip > 0) {
                toSkip--;
                return false;
            }
            toHit--;
            return true;
        }
    }

    void add(Predicate<Message> matcher, long toSkip, long toHit, Fault fault, Gate gate) {
        lock.lock();
        try {
            faults.add(new Queued(matcher, toSkip, toHit, fault, gate));
        } finally {
            lock.unlock();
        }
    }

    /** The first fault in the queue that takes the request; only that fault counts it as hit. */
    Fault faultFor(Message request) {
        lock.lock();
        try {
            return faults.stream()
                    .filter(queued -> queued.takes(request))
                    .findFirst()
                    .map(queued -> queued.fault.chosenAt(System.nanoTime()))
                    .orElse(Fault.NONE);
        } finally {
            lock.unlock();
        }
    }

    /** Drops all faults and opens all their gates. */
    void clear() {
        lock.lock();
        try {
            faults.forEach(queued -> queued.gate.open());
            faults.clear();
        } finally {
            lock.unlock();
        }
    }
}

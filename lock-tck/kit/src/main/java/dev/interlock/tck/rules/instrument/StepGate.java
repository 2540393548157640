// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.instrument;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Stops the steps of a rule's own backend, or its listeners, until it is opened. An interrupt does not end the wait, as
 * with most drivers; it stays in the thread's flag. Thread-safe.
 */
public final class StepGate implements AutoCloseable {

    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicInteger arrivals = new AtomicInteger();

    /** The number of threads that have come to the gate. */
    public int arrivals() {
        return arrivals.get();
    }

    /** Stops here until the gate is open. */
    public void pass() {
        arrivals.incrementAndGet();
        boolean interrupted = false;
        while (opened.getCount() > 0) {
            try {
                opened.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Holds the request: the store gets it only when the gate is open. */
    public <T> T before(Supplier<T> step) {
        pass();
        return step.get();
    }

    /** Holds the reply: the store has executed the step before the thread comes to the gate. */
    public <T> T after(Supplier<T> step) {
        T reply = step.get();
        pass();
        return reply;
    }

    public void open() {
        opened.countDown();
    }

    @Override
    public void close() {
        open();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.proxy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The control of one fault: it shows whether the fault has met a message and, if the fault holds messages, releases
 * them. The gate of a fault that holds nothing is open from the start. Safe for use by many threads.
 */
public final class Gate {

    private final CountDownLatch reached = new CountDownLatch(1);
    private final AtomicInteger timesMet = new AtomicInteger();
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private final String fault;
    private volatile boolean answered;

    Gate(String fault) {
        this.fault = fault;
    }

    /**
     * Waits until the fault met its first message. A hold counts as reached when the proxy keeps the message (so a held
     * reply means that the server has executed the request); any other fault, when it is done.
     *
     * @param limit how long to wait at most, from now, by this process's monotonic clock
     * @throws AssertionError if no message came within the limit
     * @throws InterruptedException if interrupted while waiting; nothing changes
     */
    public void awaitReached(Duration limit) throws InterruptedException {
        if (!reached.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError("fault '" + fault + "' met no message within " + limit.toMillis() + " ms");
        }
    }

    /** Whether the fault reached its first message, in the sense of {@link #awaitReached}. */
    public boolean isReached() {
        return reached.getCount() == 0;
    }

    /**
     * Whether the server has answered the first message that the fault held: by a reply, or by ending the connection on
     * which it came, though the proxy kept its own side open. A request that was released is executed by then, or
     * never.
     */
    public boolean isAnswered() {
        return answered;
    }

    /** How many messages the fault has met so far, counted before the fault acts on them. */
    public int timesMet() {
        return timesMet.get();
    }

    /** Releases all held messages, and stops holding. Opening again changes nothing. */
    public void open() {
        opened.complete(null);
    }

    /** Whether messages pass. */
    public boolean isOpen() {
        return opened.isDone();
    }

    /** Must be called before the fault does anything that a client or a server could notice. */
    void meet() {
        timesMet.incrementAndGet();
    }

    void reach() {
        reached.countDown();
    }

    void answer() {
        answered = true;
    }

    /** Waits until the gate opens or the connection ends, whichever is first. */
    void pass(CompletableFuture<Void> connectionEnded) {
        CompletableFuture.anyOf(opened, connectionEnded).join();
    }

    @Override
    public String toString() {
        return fault + ": met " + timesMet + " messages, " + (isOpen() ? "open" : "closed");
    }
}

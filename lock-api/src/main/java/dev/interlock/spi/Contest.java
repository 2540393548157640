// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One waiter in the store's queue for a lock. Used by one thread at a time. The engine alternates: {@link #attempt}; if
 * that was contended, wait until {@link #signal} completes or the time to rest is over; again.
 */
public interface Contest extends AutoCloseable {

    /**
     * Makes one bounded attempt, always for the same {@link Attempt}.
     *
     * @return how it ended
     */
    AcquireOutcome attempt();

    /**
     * Tells when another attempt is worthwhile. Asked for after a contended attempt; it must also cover what happened
     * since that attempt looked at the store (rule WAIT-4). A hint: a spurious completion costs one attempt. It may
     * complete on any thread and its dependents do not block.
     *
     * @return a stage that completes at the next reason to try, never exceptionally; perhaps never
     */
    CompletionStage<?> signal();

    /**
     * Whether {@link #signal} can be relied on for now. If not, the engine asks again at the pace of the retry policy.
     *
     * @return true if the store signals
     */
    boolean signalled();

    /**
     * Whether the clients that contend for this lock are served in turn for now, this one among them. Then a client that
     * has released it may ask again at once, since that leads to a place behind those who wait; if not, the engine lets
     * others ask first (except where {@link dev.interlock.Capability#FIFO_BETWEEN_CLIENTS} is declared for all locks).
     * Asked for after a contended attempt; what was said last counts for the next release.
     *
     * @return true if the store or the backend keeps the order; false unless overridden
     */
    default boolean inTurn() {
        return false;
    }

    /**
     * Withdraws from the queue without residue, which includes the watch or subscription behind {@link #signal} (rule
     * WAIT-3); never throws. A grant already given is not touched: release it.
     */
    @Override
    void close();

    /**
     * A contest for stores that give no signal.
     *
     * @param backend where to try
     * @param attempt what to try
     * @return a contest that only repeats {@link LockBackend#tryAcquire}
     */
    static Contest polling(LockBackend backend, Attempt attempt) {
        return new PollingContest(backend, attempt, new CompletableFuture<>());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * One waiter for a lock, with its place in the store's queue if there is one. Used by one thread at a time. The engine
 * calls {@link #attempt}. If that was contended, it waits until {@link #signal} completes or the pause is over, and
 * then repeats.
 */
public interface Contest extends AutoCloseable {

    /**
     * Makes one bounded attempt, always for the same {@link Attempt}.
     *
     * @return the outcome
     */
    AcquireOutcome attempt();

    /**
     * The next wake-up. The engine calls this after a contended attempt, so the stage must also cover changes since
     * that attempt read the store (rule WAIT-4). It is a hint: a spurious completion costs one attempt. It may complete
     * on any thread, and its dependents do not block.
     *
     * @return a stage that completes when another attempt is worthwhile, possibly never, and never exceptionally
     */
    CompletionStage<?> signal();

    /**
     * Returns whether {@link #signal} is reliable at present. If not, the engine polls at the pace of the retry policy.
     *
     * @return true if the store sends wake-ups
     */
    boolean signalled();

    /**
     * Returns whether the clients that contend for this lock, including this one, are at present served in order. Then
     * a client that has released the lock may ask again at once, because it gets a place behind the waiters. If not,
     * the engine lets other clients ask first, unless {@link dev.interlock.Capability#FIFO_BETWEEN_CLIENTS} is declared
     * for all locks. The engine asks after a contended attempt and uses the last answer for the next release.
     *
     * @return true if the store or the backend keeps the order; false unless overridden
     */
    default boolean inTurn() {
        return false;
    }

    /**
     * Leaves the queue and removes everything that belongs to this waiter, including the watch or subscription behind
     * {@link #signal} (rule WAIT-3). Never throws. Does not release a grant.
     */
    @Override
    void close();

    /**
     * Creates a contest for a store without wake-ups.
     *
     * @param backend the backend
     * @param attempt the attempt
     * @return a contest that only repeats {@link LockBackend#tryAcquire}
     */
    static Contest polling(LockBackend backend, Attempt attempt) {
        return new PollingContest(backend, attempt, new CompletableFuture<>());
    }
}

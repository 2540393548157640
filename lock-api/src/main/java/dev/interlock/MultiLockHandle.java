// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One hold of several locks, which is worth as much as the weakest of them. The loss of one is the loss of the whole:
 * it is told, and the other locks are given back in the background. Thread-safe.
 */
public interface MultiLockHandle extends AutoCloseable {

    /**
     * The fencing token of each lock. A token is compared with tokens of the same name only: send each resource the one
     * of its own name.
     *
     * @return by name, in the order of {@link MultiLock#names}; unmodifiable
     */
    Map<String, Long> fencingTokens();

    /**
     * The fencing token of one lock.
     *
     * @param lockName one of the names
     * @return as {@link LockHandle#fencingToken}
     * @throws IllegalArgumentException if it is none of the names
     */
    long fencingToken(String lockName);

    /**
     * What this client knows about the weakest of the holds now: LOST if one is lost, else RELEASED if one was given
     * back, else UNCERTAIN if one is, else HELD. No I/O.
     *
     * @return the state
     */
    HandleState state();

    /**
     * How much is left of the proven lease that ends first. No I/O.
     *
     * @return the time left; zero when the state is LOST or RELEASED
     */
    Duration remaining();

    /**
     * Checks, without I/O, that all locks are held and stay so for a while.
     *
     * @param atLeast how much of each lease must be left; zero or more
     * @throws LockLostException if one is not {@link HandleState#HELD} or less time of it is left; it says which
     * @throws IllegalArgumentException if {@code atLeast} is negative
     */
    void ensureHeld(Duration atLeast);

    /**
     * Asks the store to let the lease of each lock run anew, once, as {@link LockHandle#renew} does.
     *
     * @param lease how long from now on at least, by the server's clock
     * @return RENEWED if all were; NOT_HELD if one is no longer held; else UNKNOWN
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    RenewResult renew(Duration lease);

    /**
     * Has the consumer told, exactly once, of the first loss of one of the locks; at once if that has happened. Threads
     * are those of {@link LockHandle#onLost}.
     *
     * @param consumer what to call
     * @param executor where to call it
     */
    void onLost(Consumer<? super LockLost> consumer, Executor executor);

    /**
     * Gives all locks back, in the reverse of the order in which they are acquired or by one request. Safe to call
     * twice and from two threads: every call gets the result of the first.
     *
     * @return RELEASED if the store confirmed each; NOT_HELD if one had been lost; else UNKNOWN
     */
    ReleaseResult release();

    /** {@link #release() Releases}; the result reaches the client's listeners, lock by lock, never the caller. */
    @Override
    void close();
}

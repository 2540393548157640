// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One hold of a set of locks. If one lock of the set is lost, the whole set is lost: consumers and listeners are
 * notified, and the client releases the other locks in the background. Thread-safe.
 */
public interface MultiLockHandle extends AutoCloseable {

    /**
     * The fencing token of each lock. Tokens of different names do not compare, so send each resource the token of its
     * own lock.
     *
     * @return the tokens by name, in the order of {@link MultiLock#names}; unmodifiable
     */
    Map<String, Long> fencingTokens();

    /**
     * The fencing token of one lock.
     *
     * @param lockName one of the names of the set
     * @return the token, as in {@link LockHandle#fencingToken}
     * @throws IllegalArgumentException if the name is not in the set
     */
    long fencingToken(String lockName);

    /**
     * The state of the weakest lock as this client knows it now: LOST if one lock is lost, else RELEASED if one is
     * released, else UNCERTAIN if one is uncertain, else HELD. No I/O.
     *
     * @return the state
     */
    HandleState state();

    /**
     * The time left of the proven lease that ends first. No I/O.
     *
     * @return the time left; zero when the state is LOST or RELEASED
     */
    Duration remaining();

    /**
     * Checks that all locks are held, and for long enough. No I/O.
     *
     * @param atLeast the minimum that must be left of each lease; zero or more
     * @throws LockLostException if one lock is not {@link HandleState#HELD} or has less time left. The message names
     *     that lock.
     * @throws IllegalArgumentException if {@code atLeast} is negative
     */
    void ensureHeld(Duration atLeast);

    /**
     * Sends one renewal for each lock to the store, as {@link LockHandle#renew} does.
     *
     * @param lease the new minimum lease, counted from now by the server's clock; bounds as in {@link LockHandle#renew}
     * @return RENEWED if all were renewed; NOT_HELD if one lock is no longer held; else UNKNOWN
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    RenewResult renew(Duration lease);

    /**
     * Registers a consumer that the client calls exactly once, on the first loss of one of the locks. If a lock is lost
     * already, it is called at once. Threads are used as in {@link LockHandle#onLost}.
     *
     * @param consumer the code to call
     * @param executor runs the consumer
     */
    void onLost(Consumer<? super LockLost> consumer, Executor executor);

    /**
     * Releases all locks, by one request or one after another in reverse order of acquisition. Later and concurrent
     * calls return the result of the first.
     *
     * @return RELEASED if the store confirmed each release; NOT_HELD if one lock had been lost; else UNKNOWN
     */
    ReleaseResult release();

    /**
     * {@link #release() Releases} all locks. The caller does not get the result. The client's listeners do, one event
     * per lock.
     */
    @Override
    void close();
}

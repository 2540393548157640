// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One hold of a lock. It is not bound to a thread: any code that has the reference can use it. Its release never
 * affects a later hold. Thread-safe.
 */
public interface LockHandle extends AutoCloseable {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String lockName();

    /**
     * The fencing token of this hold. It is greater than the token of every earlier hold of this name in this lock
     * domain (rule TOK-1), and it does not change during the hold. Send it with every write, so that the resource can
     * refuse older tokens.
     *
     * @return the token, greater than zero. It may exceed 2^53, so send it as a decimal string outside Java.
     */
    long fencingToken();

    /**
     * The state of the hold as this client knows it now. No I/O. When the proven lease ends, the state becomes
     * {@link HandleState#LOST} without any answer from the store (rule LOSS-1).
     *
     * @return the state
     */
    HandleState state();

    /**
     * The time left of the proven lease. It counts from before the last confirmed request was sent, less a margin for
     * clock drift. No I/O.
     *
     * @return the time left by the local monotonic clock; zero when the state is LOST or RELEASED
     */
    Duration remaining();

    /**
     * Checks that the lock is held, and for long enough. No I/O. Call it before a side effect. It cannot protect
     * against a pause of the process right after the check. Only a resource that checks the {@link #fencingToken} can.
     *
     * @param atLeast the minimum of lease that must be left; zero or more
     * @throws LockLostException if the state is not {@link HandleState#HELD} or less time is left
     * @throws IllegalArgumentException if {@code atLeast} is negative
     */
    void ensureHeld(Duration atLeast);

    /**
     * Sends one renewal to the store. If the given lease is longer than the present one, automatic renewals use it from
     * now on. A shorter lease does not shorten the hold, because a delayed short renewal could then end a longer one
     * early (decision record 3). {@code maxHold} still caps the hold.
     *
     * @param lease the new minimum lease, counted from now by the server's clock: 10 ms to 365 days, and within the
     *     bounds of the store
     * @return the outcome. After UNKNOWN the proven lease is unchanged.
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    RenewResult renew(Duration lease);

    /**
     * Registers a consumer that the client calls exactly once if the hold ends without a release; at once if it has
     * been lost already.
     *
     * <p>A loss thread of the client, never the thread that detected the loss, passes the consumer to the executor. If
     * the executor rejects it, the loss thread calls it directly. The client has up to 64 loss threads, and up to 1,024
     * while all of them are blocked in executors or consumers. Beyond that, a notification waits until one is free.
     *
     * <p>A consumer that refers to this handle keeps it reachable while the lock is held. The client can then never
     * report the handle as {@link LockEvent.Abandoned}.
     *
     * @param consumer the code to call. If it throws, the exception is logged and other consumers are not affected.
     * @param executor runs the consumer. Use your own executor unless the consumer is quick and does not block.
     */
    void onLost(Consumer<? super LockLost> consumer, Executor executor);

    /**
     * Releases the lock if this handle still owns it. Later and concurrent calls return the result of the first. After
     * the call the client no longer renews the hold.
     *
     * @return the outcome
     */
    ReleaseResult release();

    /**
     * {@link #release() Releases} the lock. The caller does not get the result. If it is not RELEASED, the client's
     * listeners receive {@link LockEvent.ReleaseFailed}, or have already received {@link LockEvent.Lost}.
     */
    @Override
    void close();
}

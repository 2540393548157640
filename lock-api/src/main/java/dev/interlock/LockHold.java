// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * A hold of one lock ({@link LockHandle}) or of a set of locks ({@link MultiLockHandle}), and what both have in common.
 * It is not bound to a thread: any code that has the reference can use it. Its release never affects a later hold.
 * Thread-safe.
 *
 * <p>If one lock of a set is lost, the whole set is lost: consumers and listeners are notified, and the client releases
 * the other locks in the background.
 */
public sealed interface LockHold extends AutoCloseable permits LockHandle, MultiLockHandle {

    /**
     * The state of the hold as this client knows it now. No I/O. When the proven lease ends, the state becomes
     * {@link HandleState#LOST} without any answer from the store (rule LOSS-1).
     *
     * @return the state; for a set that of the weakest lock: LOST if one lock is lost, else RELEASED if one is
     *     released, else UNCERTAIN if one is uncertain, else HELD
     */
    HandleState state();

    /**
     * The time left of the proven lease. It counts from before the last confirmed request was sent, less a margin for
     * clock drift. No I/O.
     *
     * @return the time left by the local monotonic clock, for a set that of the lease that ends first; zero when the
     *     state is LOST or RELEASED
     */
    Duration remaining();

    /**
     * Checks that the lock, or each lock of the set, is held, and for long enough. No I/O. Call it before a side
     * effect. It cannot protect against a pause of the process right after the check. Only a resource that checks the
     * fencing token can.
     *
     * @param atLeast the minimum of each lease that must be left; zero or more
     * @throws LockLostException if the state of a lock is not {@link HandleState#HELD} or less time is left. The
     *     message names that lock.
     * @throws IllegalArgumentException if {@code atLeast} is negative
     */
    void ensureHeld(Duration atLeast);

    /**
     * Sends one renewal for each lock to the store. If the given lease is longer than the present one, automatic
     * renewals use it from now on. A shorter lease does not shorten the hold, because a delayed short renewal could
     * then end a longer one early (decision record 3). {@code maxHold} still caps the hold.
     *
     * @param lease the new minimum lease, counted from now by the server's clock: 10 ms to 365 days, and within the
     *     bounds of the store
     * @return the outcome; for a set RENEWED if all were renewed, NOT_HELD if one is no longer held, else UNKNOWN.
     *     After UNKNOWN the proven lease is unchanged.
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    @CheckReturnValue
    RenewResult renew(Duration lease);

    /**
     * Renews as {@link #renew} does, without blocking the calling thread. A handle has one such renewal under way and one
     * that waits. Renewals that are asked for meanwhile share the one that waits, with the longest of their leases.
     *
     * <p>The client sends these renewals on up to 8 threads, which automatic renewals and releases do not use. A renewal
     * that has not begun within 5 s, because the store does not answer, ends as UNKNOWN. The client's listeners then
     * receive {@link LockEvent.RenewalFailed}.
     *
     * <p>The future completes as that of {@link #releaseAsync}. Cancelling it does not undo the renewal. If the hold is
     * over, or ends because the client is closed, the result is NOT_HELD.
     *
     * @param lease as in {@link #renew}
     * @return a future of the result of {@link #renew}. It fails if the renewal throws, as {@link #renew} would: the
     *     proven lease is then unchanged.
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    @CheckReturnValue
    CompletableFuture<RenewResult> renewAsync(Duration lease);

    /**
     * Registers a consumer that the client calls exactly once if the hold ends without a release, for a set on the
     * first loss of one of its locks; at once if it has been lost already.
     *
     * <p>A loss thread of the client, never the thread that detected the loss, passes the consumer to the executor. If
     * the executor rejects it, the loss thread calls it directly. The client has up to 64 loss threads, and up to 1,024
     * while all of them are blocked in executors or consumers. Beyond that, a notification waits until one is free.
     *
     * <p>The consumer runs on the loss thread or on a thread of the executor, so {@link Thread#currentThread()} in it is
     * not the thread that works under the lock. To interrupt that one, use {@link #interruptOnLoss}.
     *
     * <p>A consumer that refers to this handle keeps it reachable while the lock is held. The client can then never
     * report the handle as {@link LockEvent.Abandoned}.
     *
     * @param consumer the code to call. If it throws, the exception is logged and other consumers are not affected.
     * @param executor runs the consumer. Use your own executor unless the consumer is quick and does not block.
     */
    void onLost(Consumer<? super LockLost> consumer, Executor executor);

    /**
     * Interrupts the calling thread if the hold ends without a release, for a set on the first loss of one of its locks,
     * until the result is closed:
     *
     * <pre>{@code
     * try (LockHandle handle = lock.acquire(); LossInterrupt interrupt = handle.interruptOnLoss()) {
     *     work();
     * }
     * }</pre>
     *
     * <p>The thread is interrupted at most once, and before this method returns if the lock has been lost already.
     * {@link HandleState#UNCERTAIN} is not a loss. What {@link LossInterrupt#close} does with an interrupt that the work
     * did not consume, and with interrupts by other code, is described there.
     *
     * <p>The interrupt says only that the work should stop. {@link #state} says whether a loss is the reason. Work that
     * does not react to interrupts goes on. A thread that is blocked on an {@code InterruptibleChannel} closes that
     * channel when it is interrupted.
     *
     * <p>A loss thread of the client sends the interrupt, under the bounds of {@link #onLost}. It may come late, for
     * example after a pause of the process. {@link #remaining} and {@link #ensureHeld} need no thread, so check before
     * each side effect nevertheless.
     *
     * @return ends the registration; it does not keep this handle reachable
     */
    @CheckReturnValue
    LossInterrupt interruptOnLoss();

    /**
     * Releases the lock if this handle still owns it; for a set all locks, by one request or one after another in
     * reverse order of acquisition. Later and concurrent calls return the result of the first. After the call the
     * client no longer renews the hold.
     *
     * @return the outcome; for a set RELEASED if the store confirmed each release, NOT_HELD if one lock had been lost,
     *     else UNKNOWN
     */
    ReleaseResult release();

    /**
     * Releases as {@link #release} does, without blocking the calling thread. When this method returns, the hold is over
     * for the caller: unless it was lost, its state is RELEASED, and nothing renews it.
     *
     * <p>The client sends these releases on up to 8 threads. A release that gets none of them within 5 s, because the
     * store does not answer, ends as UNKNOWN. The client's listeners then receive {@link LockEvent.ReleaseFailed}, and
     * the client releases the lock in the background (compensation).
     *
     * <p>The future completes on one of at most 64 callback threads of the client. For dependent code that blocks, use
     * the {@code *Async} methods of the future with your own executor. Cancelling the future, or letting it time out,
     * does not undo the release. If the client is closed before the store has answered, the result is UNKNOWN.
     *
     * @return a future of the result, which is that of {@link #release}: all calls of both methods have the same one.
     *     It does not fail.
     */
    CompletableFuture<ReleaseResult> releaseAsync();

    /**
     * {@link #release() Releases} the lock or the locks, and throws if the hold was lost before, so that a
     * try-with-resources block does not end as if its work had been protected. A second call does the same. If the store
     * did not confirm the release, this method returns, and the client's listeners receive
     * {@link LockEvent.ReleaseFailed} for each lock.
     *
     * @throws LockLostException if a lock was lost before its release, also because the client was closed: another
     *     holder may have been active at the same time. Nothing is held after it.
     */
    @Override
    void close();
}

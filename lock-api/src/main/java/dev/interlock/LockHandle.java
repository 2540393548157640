// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * One hold of a lock. It belongs to whoever has the reference, not to a thread, and its release can never touch a later
 * hold. Thread-safe.
 */
public interface LockHandle extends AutoCloseable {

    /**
     * The name of the lock.
     *
     * @return the name as given by the user
     */
    String lockName();

    /**
     * The fencing token of this hold: greater than that of every earlier hold of this name in this lock domain (rule
     * TOK-1), constant for the life of the handle. Send it along with every effect and let the resource refuse older
     * ones.
     *
     * @return the token, greater than zero; it may exceed 2^53, so outside Java carry it as a decimal string
     */
    long fencingToken();

    /**
     * What this client knows about the hold now: local, no I/O. It turns to {@link HandleState#LOST} by itself when the
     * proven lease ends, no reply needed (rule LOSS-1).
     *
     * @return the state
     */
    HandleState state();

    /**
     * How much of the proven lease is left: counted from before the last confirmed request was sent, less a margin for
     * clock drift. No I/O.
     *
     * @return the time left; zero when the state is LOST or RELEASED
     */
    Duration remaining();

    /**
     * Checks, without I/O, that the lock is held and stays so for a while. Call it before a side effect. A pause of the
     * process right after the check is beyond any lock: for that, let the resource check {@link #fencingToken}.
     *
     * @param atLeast how much of the lease must be left; zero or more
     * @throws LockLostException if the handle is not {@link HandleState#HELD} or less time is left
     * @throws IllegalArgumentException if {@code atLeast} is negative
     */
    void ensureHeld(Duration atLeast);

    /**
     * Asks the store to let the lease run anew, once. A lease that is longer than the present one is also what
     * automatic renewals use from now on; a shorter one does not shorten it, because a delayed short renewal could then
     * undercut a longer one (decision record 3). {@code maxHold} still caps the hold.
     *
     * @param lease how long from now on at least, by the server's clock: 10 ms to 365 days
     * @return how it ended; UNKNOWN leaves the proven lease as it was
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    RenewResult renew(Duration lease);

    /**
     * Has the consumer told, exactly once, when the hold ends without a release; at once if that has happened. A thread
     * of the client, never the one that found out, hands it to the executor. There are more such threads when all of
     * them are stuck in executors or in what these run at once, up to 1,024 in one client: beyond that, a loss is told
     * when one of them comes free. If the executor refuses the consumer, as a full one does, that thread calls it.
     *
     * <p>A consumer that refers to this handle keeps it reachable while the lock is held, so that it cannot be reported
     * as {@link LockEvent.Abandoned}.
     *
     * @param consumer what to call; an exception it throws is logged and hurts nobody else
     * @param executor where to call it: one of the user's, unless the consumer is quick and does not block
     */
    void onLost(Consumer<? super LockLost> consumer, Executor executor);

    /**
     * Gives the lock back if this handle still owns it. Safe to call twice and from two threads: every call gets the
     * result of the first. From the call on nothing renews the hold.
     *
     * @return how it ended
     */
    ReleaseResult release();

    /**
     * {@link #release() Releases}. A result other than RELEASED reaches the client's listeners, as
     * {@link LockEvent.ReleaseFailed} or as the {@link LockEvent.Lost} told before, never the caller.
     */
    @Override
    void close();
}

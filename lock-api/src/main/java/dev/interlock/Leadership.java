// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One term of a leader, from the grant of the lock to its end. Thread-safe: the threads that work for the leader may share
 * it.
 *
 * <p>The term is told to end before its lease does, by the margin of the options. The thread of the task is then
 * interrupted, and the client renews the lease no more: the task has the rest of the lease to end. From the end of the
 * lease on, {@link #ensureHeld} throws, whatever the task does.
 */
public interface Leadership {

    /**
     * The name of the election.
     *
     * @return the name as given by the user
     */
    String electionName();

    /**
     * The number of this term: the fencing token of its lock, greater than that of every earlier term (rule TOK-1). Send
     * it with every write, so that the resource can refuse older leaders ({@link dev.interlock.guard}).
     *
     * @return the number, greater than zero. It may exceed 2^53, so send it as a decimal string outside Java.
     */
    long term();

    /**
     * The time left of the proven lease. No I/O.
     *
     * @return as {@link LockHold#remaining}; zero when the lock is lost or released
     */
    Duration remaining();

    /**
     * Checks that this is still the leader, and for long enough. No I/O. Call it before a side effect. It cannot protect
     * against a pause of the process right after the check: only a resource that checks the term can.
     *
     * <p>A term that was told to end passes while its lease lasts, because the task may have to bring its work to an end.
     * To begin no new work then, look at {@link #end}.
     *
     * @param atLeast the minimum of the lease that must be left; zero or more
     * @throws LockLostException as {@link LockHold#ensureHeld}
     * @throws IllegalArgumentException if {@code atLeast} is negative
     */
    void ensureHeld(Duration atLeast);

    /**
     * The reason why this term was told to end, or has ended. No I/O.
     *
     * @return the reason; empty while the term goes on
     */
    Optional<TermEnd> end();

    /**
     * A future that completes when this term is told to end, or ends by itself. Use it to stop work of other threads.
     * It completes on one of at most 64 callback threads of the client. For dependent code that blocks, use the
     * {@code *Async} methods of the future. It does not fail. Cancelling it has no effect on the term.
     *
     * @return a future of the reason
     */
    CompletableFuture<TermEnd> whenEnding();

    /**
     * Waits until this term is told to end. On the thread of the task, the interrupt that tells it so is consumed, so that
     * the work can be ended by code that blocks.
     *
     * @return the reason
     * @throws InterruptedException if other code interrupts the calling thread
     */
    TermEnd awaitEnd() throws InterruptedException;
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Optional;

/**
 * An event of a lock of this client. Events carry the user's lock names and never an owner id.
 *
 * <p>Later versions may add kinds of events, and properties to a kind. Give each {@code switch} over events a
 * {@code default}, and use a type pattern such as {@code case LockEvent.Lost lost} instead of a record pattern. Only the
 * library constructs events: compatibility covers their accessors, and neither their constructors nor record patterns.
 */
public sealed interface LockEvent {

    /**
     * The lock that the event is about.
     *
     * @return the name as given by the user
     */
    String lockName();

    /**
     * The client acquired a lock and created a handle.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param waited the time from the call to the grant
     */
    record Acquired(String lockName, long fencingToken, Duration waited) implements LockEvent {}

    /**
     * An acquisition found the lock taken. Published once per acquisition.
     *
     * @param lockName the lock
     */
    record Contended(String lockName) implements LockEvent {}

    /**
     * The number of this client's acquisitions that wait for a lock changed. One that found the lock taken started to
     * wait, or one that waited is about to end. A listener that missed an event is correct again after the next.
     *
     * @param lockName the lock
     * @param waiters the present number of waiters
     */
    record WaitersChanged(String lockName, int waiters) implements LockEvent {}

    /**
     * An acquisition that does not wait ended without the lock because another holder had it: a try, or a call of a method
     * that skips or fails on contention.
     *
     * @param lockName the lock
     * @param waited the time since the call
     */
    record Taken(String lockName, Duration waited) implements LockEvent {}

    /**
     * An acquisition that waited ended without the lock because other holders kept it. One that does not wait ends with
     * {@link Taken}.
     *
     * @param lockName the lock
     * @param waited the time since the call
     */
    record TimedOut(String lockName, Duration waited) implements LockEvent {}

    /**
     * An acquisition ended because its caller was interrupted, cancelled it or closed the client.
     *
     * @param lockName the lock
     * @param waited the time since the call
     */
    record Cancelled(String lockName, Duration waited) implements LockEvent {}

    /**
     * An acquisition failed because the store could not serve it.
     *
     * @param lockName the lock
     * @param reason the error of the store
     */
    record Unavailable(String lockName, String reason) implements LockEvent {}

    /**
     * An adaptive lease ({@link AcquireOptions#adaptiveLease()}) changed a lot: to more than 1.5 times the lease
     * reported last, or to less than two thirds. It applies from the acquisition that is about to begin.
     *
     * @param lockName the lock
     * @param lease the new lease, within the configured bounds
     * @param before the lease reported last, or the initial lease
     * @param held the 95th percentile of the latest holds, up to a quarter too high
     * @param samples the number of holds behind it. A hold that was lost because its lease ended counts as several long
     *     ones.
     */
    record LeaseAdapted(String lockName, Duration lease, Duration before, Duration held, int samples)
            implements LockEvent {}

    /**
     * The store confirmed a renewal.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     */
    record Renewed(String lockName, long fencingToken) implements LockEvent {}

    /**
     * A renewal got no answer. The client retries it until the lease ends.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param remaining the time left of the proven lease
     * @param reason the observed error
     */
    record RenewalFailed(String lockName, long fencingToken, Duration remaining, String reason) implements LockEvent {}

    /**
     * A renewal has not started although it has been due for a sixth of the lease: all renewal threads are busy.
     * Published once for each such renewal.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param late how long the renewal has been due
     * @param remaining the time left of the proven lease
     */
    record RenewalDelayed(String lockName, long fencingToken, Duration late, Duration remaining) implements LockEvent {}

    /**
     * A hold became {@link HandleState#UNCERTAIN}: it may be gone.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param reason the observed cause
     */
    record Uncertain(String lockName, long fencingToken, String reason) implements LockEvent {}

    /**
     * A hold ended without a release.
     *
     * @param lockName the lock
     * @param loss the details
     */
    record Lost(String lockName, LockLost loss) implements LockEvent {}

    /**
     * A hold was released: the store confirmed it, or the lock went to the next waiter of this client by hand-off, or the
     * client keeps it ({@link Retained}).
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param held the time from the grant to the release
     */
    record Released(String lockName, long fencingToken, Duration held) implements LockEvent {}

    /**
     * The client keeps a released lock for its own next acquisition ({@link AcquireOptions#retention()}): the store still
     * has its grant. Published after {@link Released}.
     *
     * @param lockName the lock
     * @param fencingToken the token of the released hold
     */
    record Retained(String lockName, long fencingToken) implements LockEvent {}

    /**
     * The client no longer keeps a released lock. After {@link RetentionEnd#REUSED} another {@link Acquired} follows;
     * otherwise the client releases the lock at the store.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold that was released last
     * @param end the reason
     */
    record RetentionEnded(String lockName, long fencingToken, RetentionEnd end) implements LockEvent {}

    /**
     * A release was not confirmed.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param result NOT_HELD or UNKNOWN
     * @param reason the observed cause
     */
    record ReleaseFailed(String lockName, long fencingToken, ReleaseResult result, String reason)
            implements LockEvent {}

    /**
     * An acquisition got no answer. The client releases a possible grant in the background (compensation).
     *
     * @param lockName the lock
     * @param residue the longest time for which an unused grant can block other clients
     * @param reason the observed error
     */
    record OutcomeUnknown(String lockName, Duration residue, String reason) implements LockEvent {}

    /**
     * A term of an election began: this client's candidate leads. Published after {@link Acquired}, before the task runs.
     *
     * @param lockName the election, which is the lock
     * @param fencingToken the term
     */
    record TermBegan(String lockName, long fencingToken) implements LockEvent {}

    /**
     * The task of a term has ended. Published before the lock is released. A leader whose task ignores its interrupt is
     * seen by the missing event, and by {@link Lost} at the end of its lease.
     *
     * @param lockName the election, which is the lock
     * @param fencingToken the term
     * @param end why the term ended
     * @param led the time from the grant until the term was told to end
     * @param stopping the time from then until the task had ended
     * @param failure the exception of the task as text; empty if it returned, or obeyed an interrupt of this client
     */
    record TermEnded(
            String lockName, long fencingToken, TermEnd end, Duration led, Duration stopping, Optional<String> failure)
            implements LockEvent {}

    /**
     * No code can release a held lock any more: its handle was garbage-collected, or the thread that owned it through a
     * {@link LockView} died. The client stops renewing it, so the hold ends with its lease. If the handle came from
     * {@link DistributedLock#acquireAsync} and was never used, the client releases the lock at once.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param detail the fate of the owner and how the hold ends, in plain text
     */
    record Abandoned(String lockName, long fencingToken, String detail) implements LockEvent {}
}

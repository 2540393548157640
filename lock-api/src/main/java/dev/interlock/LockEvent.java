// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;

/** Something that happened to a lock of this client. Names are the user's; no event carries an owner id. */
public sealed interface LockEvent {

    /**
     * The lock it happened to.
     *
     * @return the name as given by the user
     */
    String lockName();

    /**
     * A handle was granted.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param waited from the call to the grant
     */
    record Acquired(String lockName, long fencingToken, Duration waited) implements LockEvent {}

    /**
     * An acquisition found the lock taken; told once per acquisition.
     *
     * @param lockName the lock
     */
    record Contended(String lockName) implements LockEvent {}

    /**
     * The number of acquisitions of this client that wait for a lock changed: one that found it taken began to wait, or
     * one that waited is about to end. Whoever misses such an event is right again with the next one.
     *
     * @param lockName the lock
     * @param waiters how many wait now
     */
    record WaitersChanged(String lockName, int waiters) implements LockEvent {}

    /**
     * An acquisition ended without the lock because others had it.
     *
     * @param lockName the lock
     * @param waited from the call on
     */
    record TimedOut(String lockName, Duration waited) implements LockEvent {}

    /**
     * An acquisition ended because its caller was interrupted, cancelled it, or closed the client.
     *
     * @param lockName the lock
     * @param waited from the call on
     */
    record Cancelled(String lockName, Duration waited) implements LockEvent {}

    /**
     * An acquisition failed because the store could not serve it.
     *
     * @param lockName the lock
     * @param reason what the store said
     */
    record Unavailable(String lockName, String reason) implements LockEvent {}

    /**
     * A lease that follows how long holds take is now at least half as long again as when this was told last, or as much
     * shorter: see {@link AcquireOptions#adaptiveLease()}. It counts from the acquisition on that is about to begin.
     *
     * @param lockName the lock
     * @param lease what is asked for from now on, within the bounds that were given
     * @param before what was told last, or asked for at first
     * @param held 95 % of the last holds were no longer; up to a quarter too much
     * @param samples on how many holds that rests; one that was lost since its lease ended counts as several long ones
     */
    record LeaseAdapted(String lockName, Duration lease, Duration before, Duration held, int samples)
            implements LockEvent {}

    /**
     * A lease was renewed.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     */
    record Renewed(String lockName, long fencingToken) implements LockEvent {}

    /**
     * A renewal got no answer; it is tried again until the lease ends.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param remaining how much of the proven lease is left
     * @param reason what was observed
     */
    record RenewalFailed(String lockName, long fencingToken, Duration remaining, String reason) implements LockEvent {}

    /**
     * A renewal has not begun although it was due a sixth of the lease ago: the threads that renew are busy. Told once
     * for each such renewal.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param late how long ago it was due
     * @param remaining how much of the proven lease is left
     */
    record RenewalDelayed(String lockName, long fencingToken, Duration late, Duration remaining) implements LockEvent {}

    /**
     * A hold can no longer be vouched for.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param reason what was observed
     */
    record Uncertain(String lockName, long fencingToken, String reason) implements LockEvent {}

    /**
     * A hold ended without a release.
     *
     * @param lockName the lock
     * @param loss what is known
     */
    record Lost(String lockName, LockLost loss) implements LockEvent {}

    /**
     * A hold was released, confirmed by the store.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param held from the grant to the release
     */
    record Released(String lockName, long fencingToken, Duration held) implements LockEvent {}

    /**
     * A release was not confirmed.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param result NOT_HELD or UNKNOWN
     * @param reason what was observed
     */
    record ReleaseFailed(String lockName, long fencingToken, ReleaseResult result, String reason)
            implements LockEvent {}

    /**
     * An acquisition got no answer; the request is being withdrawn.
     *
     * @param lockName the lock
     * @param residue how long an unused grant can block others at most
     * @param reason what was observed
     */
    record OutcomeUnknown(String lockName, Duration residue, String reason) implements LockEvent {}

    /**
     * Nothing is left that could release a held lock: its handle was garbage-collected, or the thread that owned it
     * through a {@link LockView} died. Nothing renews it any more, so that it ends with its lease. If the handle came by
     * {@link DistributedLock#acquireAsync} and was never asked for anything, the lock is released at once.
     *
     * @param lockName the lock
     * @param fencingToken the token of the hold
     * @param detail what became of its owner, and what ends it, for people
     */
    record Abandoned(String lockName, long fencingToken, String detail) implements LockEvent {}
}

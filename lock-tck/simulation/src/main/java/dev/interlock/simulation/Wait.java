// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.spi.Share;
import dev.interlock.tck.history.LockPart;
import java.util.List;

/** A wait of a caller for locks or for a close, with its limit. */
final class Wait {

    private final World world;
    private final SimulatedClient client;
    private final List<LockPart> parts;
    private final List<String> locks;
    private final long began;
    private final long limitNanos;
    private long ended = SimulatedThread.NEVER;
    private boolean refused;
    private boolean granted;

    /** A wait that begins now; for a close if there are no names. */
    Wait(World world, SimulatedClient client, List<String> names, long limitNanos) {
        this.world = world;
        this.client = client;
        parts = names.stream().map(LockPart::of).toList();
        locks = parts.stream().map(LockPart::lock).toList();
        this.limitNanos = limitNanos;
        began = world.schedule().now();
    }

    /** The call returned. */
    void over(String caller) {
        ended = world.schedule().now();
        long late = ended - began - limitNanos;
        // A close does not wait for requests that hang.
        if (late > (locks.isEmpty() ? world.patienceNanos(client) : world.patienceOfCallersNanos(client))) {
            world.recorder()
                    .violation(caller + " had its answer " + late / 1_000_000 + " ms after its limit of "
                            + limitNanos / 1_000_000 + " ms");
        }
    }

    /** The call ended with a time-out. */
    void refuse(String caller) {
        refused = true;
        long left = began + limitNanos - world.schedule().now();
        // Its clock may run slightly fast.
        if (left > limitNanos / 100 + 1_000_000) {
            world.recorder().violation(caller + " got a time-out " + left / 1_000_000 + " ms before its limit");
        }
    }

    SimulatedClient client() {
        return client;
    }

    /** As histories name them. */
    List<String> locks() {
        return locks;
    }

    /** Whether both wait for the same single lock. */
    boolean isLike(Wait other) {
        return locks.size() == 1 && locks.equals(other.locks);
    }

    /** Whether it is for a part of a lock that several may hold, with a shorter limit. */
    boolean isOfPartWithin(long nanos) {
        return limitNanos < nanos && parts.stream().anyMatch(LockPart::isShared);
    }

    /** Whether it is for a reader, which has to wait for writers only. */
    private boolean isOfReader() {
        return parts.size() == 1 && parts.get(0).share().equals(Share.READ);
    }

    /** Whether a caller that has or wants that part can be the reason why this one does not have its lock. */
    boolean canBeDelayedBy(LockPart other) {
        return locks.contains(other.lock()) && !(isOfReader() && other.share().equals(Share.READ));
    }

    /**
     * The same for each part that another caller wants. The try of a reader may be refused while the request of another
     * reader of its client is under way.
     */
    boolean canBeDelayedBy(Wait other) {
        return isLike(other) && (other.client == client || canBeDelayedBy(other.parts.get(0)));
    }

    /** Whether both, alone, cannot have their parts of one lock at the same time. */
    boolean excludes(Wait other) {
        Share share = parts.get(0).share();
        return isLike(other)
                && (long) share.units() + other.parts.get(0).share().units() > share.limit();
    }

    /** The wait ends with the lock. */
    void grant() {
        granted = true;
    }

    boolean isGranted() {
        return granted;
    }

    /** Whether the caller did not get the lock. */
    boolean isRefused() {
        return refused;
    }

    long began() {
        return began;
    }

    long ended() {
        return ended;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** A wait of a caller for locks or for a close, with its limit. */
final class Wait {

    private final World world;
    private final SimulatedClient client;
    private final List<String> locks;
    private final long began;
    private final long limitNanos;
    private long ended = SimulatedThread.NEVER;
    private boolean refused;
    private boolean granted;

    /** A wait that begins now; for a close if there are no names. */
    Wait(World world, SimulatedClient client, List<String> locks, long limitNanos) {
        this.world = world;
        this.client = client;
        this.locks = locks;
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

    List<String> locks() {
        return locks;
    }

    /** Whether both wait for the same single lock. */
    boolean isLike(Wait other) {
        return locks.size() == 1 && locks.equals(other.locks);
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.util.List;

/** Somebody waits for a lock, and not for longer than was asked for. */
final class Wait {

    private final World world;
    private final SimulatedClient client;
    private final List<String> locks;
    private final long began;
    private final long limitNanos;
    private long ended = SimulatedThread.NEVER;
    private boolean refused;
    private boolean granted;

    /** A wait that begins now; for no lock if there are no names. */
    Wait(World world, SimulatedClient client, List<String> locks, long limitNanos) {
        this.world = world;
        this.client = client;
        this.locks = locks;
        this.limitNanos = limitNanos;
        began = world.schedule().now();
    }

    /** It has its answer. */
    void over(String who) {
        ended = world.schedule().now();
        long late = ended - began - limitNanos;
        // A close does not wait for what hangs.
        if (late > (locks.isEmpty() ? world.patienceNanos(client) : world.patienceOfCallersNanos(client))) {
            world.recorder()
                    .violation(who + " had its answer " + late / 1_000_000 + " ms after its limit of "
                            + limitNanos / 1_000_000 + " ms");
        }
    }

    /** It was told that its limit is over. */
    void refuse(String who) {
        refused = true;
        long left = began + limitNanos - world.schedule().now();
        // Its clock may run a little fast.
        if (left > limitNanos / 100 + 1_000_000) {
            world.recorder()
                    .violation(who + " was told that its time is over " + left / 1_000_000 + " ms before it was");
        }
    }

    SimulatedClient client() {
        return client;
    }

    List<String> locks() {
        return locks;
    }

    /** Whether both wait for the same lock alone. */
    boolean isLike(Wait other) {
        return locks.size() == 1 && locks.equals(other.locks);
    }

    /** It ends with the lock. */
    void grant() {
        granted = true;
    }

    boolean isGranted() {
        return granted;
    }

    /** Whether it did not wait, or in vain. */
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

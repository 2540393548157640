// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/** Somebody waits for a lock, and not for longer than was asked for. */
final class Wait {

    private final World world;
    private final SimulatedClient client;
    private final String lock;
    private final long began;
    private final long limitNanos;
    private long ended = SimulatedThread.NEVER;

    /** A wait that begins now; of no single lock if the name is empty. */
    Wait(World world, SimulatedClient client, String lock, long limitNanos) {
        this.world = world;
        this.client = client;
        this.lock = lock;
        this.limitNanos = limitNanos;
        began = world.schedule().now();
    }

    /** It has its answer. */
    void over(String who) {
        ended = world.schedule().now();
        long late = ended - began - limitNanos;
        if (late > world.patienceNanos(client)) {
            world.recorder()
                    .violation(who + " had its answer " + late / 1_000_000 + " ms after its limit of "
                            + limitNanos / 1_000_000 + " ms");
        }
    }

    /** It was told that its limit is over. */
    void refuseEarly(String who) {
        long left = began + limitNanos - world.schedule().now();
        // Its clock may run a little fast.
        if (left > limitNanos / 100 + 1_000_000) {
            world.recorder()
                    .violation(who + " was told that its time is over " + left / 1_000_000 + " ms before it was");
        }
    }

    String lock() {
        return lock;
    }

    long began() {
        return began;
    }

    long ended() {
        return ended;
    }
}

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

    /** Whether it wanted this lock all the time. */
    boolean wanted(String name, long from, long to) {
        return lock.equals(name) && began < from && ended > to && began + limitNanos > to;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.time.Duration;

/** That a caller believes to hold a lock, from its first look at it on, for as long as each look promises. */
final class Belief {

    private final World world;
    private final SimulatedProcess process;
    private final String client;
    private final String lock;
    private final String owner;
    private long operation = -1;
    private boolean ended;

    Belief(World world, SimulatedClient client, String lock, long token) {
        this.world = world;
        this.client = client.name();
        process = client.process();
        this.lock = lock;
        owner = client.name() + "/" + token;
        client.believes(this);
    }

    /** It believes for so long from now on. */
    void prolong(Duration remaining) {
        long nanos = inTheWorld(remaining);
        if (ended || nanos <= 0) {
            end();
        } else if (operation < 0) {
            operation = world.recorder().believe(client, lock, owner, nanos);
        } else {
            world.recorder().believes(client, operation, lock, owner, nanos);
        }
    }

    /** What its clock calls so long. */
    private long inTheWorld(Duration remaining) {
        long now = world.schedule().now();
        return process.timeOf(process.monotonic(now) + remaining.toNanos()) - now - 1;
    }

    /** It knows better, or is about to give the lock back. */
    void end() {
        if (operation >= 0 && !ended) {
            world.recorder().believedUntilNow(client, operation, lock, owner);
        }
        ended = true;
    }
}

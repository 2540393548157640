// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import java.time.Duration;
import java.util.function.Supplier;

/** That a caller believes to hold a lock, from its first look at it on, for as long as each look promises. */
final class Belief {

    private final World world;
    private final SimulatedProcess process;
    private final String client;
    private final String lock;
    private final String owner;
    private final long from;
    private long operation = -1;
    private long to;
    private boolean ended;

    Belief(World world, SimulatedClient client, String lock, long token) {
        this.world = world;
        this.client = client.name();
        process = client.process();
        this.lock = lock;
        owner = client.name() + "/" + token;
        from = world.schedule().now();
        to = from;
        client.believes(this);
        world.believes(this);
    }

    /** It believes for so long from the moment on at which it began to look. */
    void prolong(Supplier<Duration> look) {
        long now = world.schedule().now();
        long began = process.monotonic(now);
        Duration remaining = look.get();
        // Who was stopped while it looked goes by what it will see next: a clock that stood still tells nothing of now.
        if (process.pausedUntil() <= now) {
            until(began, remaining);
        }
    }

    /** It believes for so long from when its clock showed that. */
    void until(long began, Duration remaining) {
        long nanos =
                process.timeOf(began + remaining.toNanos()) - world.schedule().now();
        if (ended || remaining.isZero() || nanos <= 0) {
            end();
            return;
        }
        to = Math.max(to, world.schedule().now() + nanos);
        if (operation < 0) {
            operation = world.recorder().believe(client, lock, owner, nanos);
        } else {
            world.recorder().believes(client, operation, lock, owner, nanos);
        }
    }

    boolean hasEnded() {
        return ended;
    }

    /** It knows better, or is about to give the lock back. */
    void end() {
        if (operation >= 0 && !ended) {
            world.recorder().believedUntilNow(client, operation, lock, owner);
            to = world.schedule().now();
        }
        ended = true;
    }

    String lock() {
        return lock;
    }

    long from() {
        return from;
    }

    /** When it was over: as it said, or by its last promise. */
    long to() {
        return to;
    }
}

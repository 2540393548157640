// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockClock;

/** The time of the world, which the store's side of the wire uses; its tasks run on a loop. */
record WorldClock(Schedule world, EventLoop loop) implements LockClock {

    @Override
    public long nanoTime() {
        return world.now();
    }

    @Override
    public long wallMillis() {
        return world.now() / 1_000_000;
    }

    @Override
    public Timer schedule(long delayNanos, Runnable task) {
        Runnable cancel = loop.at(world.now() + delayNanos, task);
        return cancel::run;
    }
}

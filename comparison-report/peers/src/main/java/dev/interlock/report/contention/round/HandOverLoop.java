// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contention.round.Board.Signal;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * One of two JVMs that pass a lock to each other. The holder waits until the other JVM requests the lock and has begun
 * to wait, and then releases. The JVM that released requests the lock again only once the other JVM has it.
 *
 * @param steps what both JVMs do
 */
record HandOverLoop(HandOverSteps steps) implements ThreadWork {

    /** Long enough that the other JVM waits in the store, and of varying length, so that no poller keeps step. */
    private static final long LEAST_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final long MOST_HOLD_NANOS = TimeUnit.MILLISECONDS.toNanos(15);

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        if (steps.isFirst()) {
            steps.begin(tally);
        } else {
            steps.awaitHolder(steps.other(), end);
            if (steps.over() || !steps.take(tally, end)) {
                return;
            }
        }
        while (true) {
            steps.await(
                    "the other JVM to ask",
                    end,
                    () -> steps.read(Signal.ASKING) == steps.other() || HandOverSteps.isPast(end));
            if (HandOverSteps.isPast(end) || steps.over()) {
                steps.end(tally);
                return;
            }
            HandOverSteps.hold(ThreadLocalRandom.current().nextLong(LEAST_HOLD_NANOS, MOST_HOLD_NANOS));
            steps.pass(tally);
            steps.awaitHolder(steps.other(), end);
            if (steps.over() || !steps.take(tally, end)) {
                return;
            }
        }
    }
}

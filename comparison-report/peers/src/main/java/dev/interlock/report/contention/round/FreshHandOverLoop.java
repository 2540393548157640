// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contention.round.Board.Signal;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One of two JVMs, of which the first always finds the lock free and the second always waits for it. So the holder has
 * never waited, and knows of no waiter.
 *
 * @param steps what both JVMs do
 * @param holdNanos how long the first JVM holds the lock once the other one asks, at least
 */
record FreshHandOverLoop(HandOverSteps steps, long holdNanos) implements ThreadWork {

    /** A part of the hold is random, so that no poller keeps step. */
    private static final int RANDOM_PART = 5;

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        if (steps.isFirst()) {
            runHolder(end, tally);
        } else {
            runWaiter(end, tally);
        }
    }

    /** At least one hand-over, however short the round. */
    private void runHolder(long end, ThreadTally tally) throws Exception {
        do {
            steps.begin(tally);
            steps.await("the other JVM to ask", end, () -> steps.read(Signal.ASKING) == steps.other());
            HandOverSteps.hold(holdNanos + ThreadLocalRandom.current().nextLong(holdNanos / RANDOM_PART));
            steps.pass(tally);
            steps.awaitHolder(HandOverSteps.NONE, end);
        } while (!HandOverSteps.isPast(end));
        steps.finish();
    }

    private void runWaiter(long end, ThreadTally tally) throws Exception {
        while (true) {
            steps.awaitHolder(steps.other(), end);
            if (steps.over() || !steps.take(tally, end)) {
                return;
            }
            steps.free(tally);
        }
    }
}

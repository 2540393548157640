// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contention.round.Board.Signal;

/**
 * One of two JVMs that take a lock in turn. A JVM requests it only once the other has released it, so that the wait is
 * that for a free lock, or for one that the other JVM's client keeps.
 *
 * @param steps what both JVMs do
 */
record TurnsLoop(HandOverSteps steps) implements ThreadWork {

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        boolean first = steps.isFirst();
        while (true) {
            if (!first) {
                steps.await(
                        "the other JVM's turn",
                        end,
                        () -> steps.read(Signal.HOLDER) == steps.other() || HandOverSteps.isPast(end));
            }
            if (HandOverSteps.isPast(end)) {
                return;
            }
            long nanos = steps.takeTurn(tally);
            // The first access meets no other JVM.
            if (!first) {
                tally.granted(nanos);
            }
            first = false;
        }
    }
}

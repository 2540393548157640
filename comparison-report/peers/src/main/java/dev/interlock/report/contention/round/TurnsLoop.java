// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

import dev.interlock.report.contender.NamedLock;
import dev.interlock.report.contention.round.Board.Signal;

/**
 * One of two JVMs that take a lock in turn. A JVM requests it only once the other has released it, so that the wait is
 * that for a free lock, or for one that the other JVM's client keeps.
 *
 * @param lock the lock that they take
 * @param board on which they signal
 * @param self the number of this JVM, 1 or 2
 */
record TurnsLoop(NamedLock lock, Board board, long self) implements ThreadWork {

    @Override
    public void run(long end, ThreadTally tally) throws Exception {
        long other = 3 - self;
        boolean first = self == 1;
        while (true) {
            if (!first) {
                Board.await("the other JVM's turn", end, () -> board.read(Signal.HOLDER) == other || isOver(end));
            }
            if (isOver(end)) {
                return;
            }
            long asked = System.nanoTime();
            lock.acquire();
            long granted = System.nanoTime();
            boolean alone = board.enter(0);
            boolean stayedAlone = board.leave(0);
            lock.release();
            tally.alone(alone && stayedAlone);
            // The first access meets no other JVM.
            if (!first) {
                tally.granted(granted - asked);
            }
            first = false;
            board.write(Signal.HOLDER, self);
        }
    }

    private boolean isOver(long end) {
        return board.read(Signal.OVER) != 0 || Board.isPast(end);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A waiter on both stores. It queues at the old store. Only while the old store grants the lock and the new one does not,
 * because clients on the new store only hold it, it queues there and gives the old store's lock back meanwhile.
 */
final class BothContest implements Contest {

    private final BothSteps steps;
    private final Half from;
    private final Half to;
    private final Takes takes;
    private final Attempt attempt;
    private final BothSteps.Way queued = new Queued();
    private @Nullable Place old;
    private @Nullable Place recent;

    /** A place in a store's queue, for one attempt there. */
    private record Place(Attempt half, Contest contest) {}

    BothContest(BothSteps steps, Half from, Half to, Takes takes, Attempt attempt) {
        this.steps = steps;
        this.from = from;
        this.to = to;
        this.takes = takes;
        this.attempt = attempt;
    }

    private final class Queued implements BothSteps.Way {

        @Override
        public AcquireOutcome old(Attempt half) {
            old = place(old, half, from);
            AcquireOutcome outcome = old.contest().attempt();
            if (!(outcome instanceof AcquireOutcome.Granted)) {
                leaveRecent();
            }
            return outcome;
        }

        @Override
        public AcquireOutcome recent(Attempt half) {
            recent = place(recent, half, to);
            return recent.contest().attempt();
        }

        @Override
        public void leaveOld() {
            BothContest.this.leaveOld();
        }
    }

    private static Place place(@Nullable Place place, Attempt half, Half store) {
        if (place != null && place.half().equals(half)) {
            return place;
        }
        if (place != null) {
            place.contest().close();
        }
        return new Place(half, store.backend().contest(half));
    }

    @Override
    public AcquireOutcome attempt() {
        return steps.acquire(attempt, queued);
    }

    @Override
    public CompletionStage<?> signal() {
        return waitedFor().signal();
    }

    @Override
    public boolean signalled() {
        return waitedFor().signalled();
    }

    @Override
    public boolean inTurn() {
        return waitedFor().inTurn();
    }

    /** The queue of the store that refused the lock at last. */
    private Contest waitedFor() {
        Place there = recent;
        if (there != null) {
            return there.contest();
        }
        Place here = old;
        if (here == null) {
            here = place(null, takes.find(attempt).old().attempt(), from);
            old = here;
        }
        return here.contest();
    }

    private void leaveOld() {
        Place place = old;
        old = null;
        if (place != null) {
            place.contest().close();
        }
    }

    private void leaveRecent() {
        Place place = recent;
        recent = null;
        if (place != null) {
            place.contest().close();
        }
    }

    @Override
    public void close() {
        leaveRecent();
        leaveOld();
        takes.forgetIfClean(attempt);
    }
}

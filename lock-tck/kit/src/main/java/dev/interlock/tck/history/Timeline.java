// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.List;
import java.util.Optional;

/**
 * The holds of one lock in order of token. Forward, each hold gets the earliest end of the one before it: the least solution of
 * a path of difference constraints, so that a hold that does not fit proves that no times fit. Used by one thread.
 */
final class Timeline {

    private final LockRecord lock;
    private final StoreModel model;
    private final EndFaults faults;

    Timeline(LockRecord lock, StoreModel model, EndFaults faults) {
        this.lock = lock;
        this.model = model;
        this.faults = faults;
    }

    static Optional<Misfit> misfit(List<Operation> operations, StoreModel model, EndFaults faults) {
        return new Timeline(LockRecord.of(operations), model, faults).misfit();
    }

    Optional<Misfit> misfit() {
        Optional<Misfit> plain = lock.misfit();
        if (plain.isPresent()) {
            return plain;
        }
        List<Hold> holds = lock.holds;
        long[] ends = new long[holds.size()];
        long end = Times.ALWAYS;
        for (int i = 0; i < ends.length; i++) {
            Span span = new Span(holds.get(i), model, faults);
            Optional<Misfit> misfit = span.misfit(holds.get(Math.max(0, i - 1)), end);
            if (misfit.isPresent()) {
                return misfit;
            }
            end = span.earliestEnd(end);
            ends[i] = end;
        }
        return lock.glimpses.isEmpty() ? Optional.empty() : glimpseWithoutGap(ends);
    }

    /** Exact for one glimpse; of several, each is looked at alone. */
    private Optional<Misfit> glimpseWithoutGap(long[] ends) {
        List<Hold> holds = lock.holds;
        long[] latest = new long[holds.size()];
        long limit = Times.NEVER;
        for (int i = latest.length - 1; i >= 0; i--) {
            limit = new Span(holds.get(i), model, faults).latestGrant(limit);
            latest[i] = limit;
        }
        for (LockRecord.Glimpse glimpse : lock.glimpses) {
            int after = Times.countUpTo(ends, glimpse.operation().to());
            int before = Times.countBelow(latest, glimpse.from());
            // Both rows grow: the gap behind hold number k serves if k holds can have ended and the next can still
            // come.
            if (before > after) {
                return Optional.of(
                        new Misfit(Misfit.Kind.NO_GAP, holds.get(before - 1), null, glimpse.operation(), ends[after]));
            }
        }
        return Optional.empty();
    }
}

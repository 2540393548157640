// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.List;
import java.util.Optional;

/**
 * The holds of one lock in order of token. Going forward, each hold starts as early as there can be room for it: after
 * the earliest end of the hold before it, or of so many holds that its units fit beside the others. An end comes no
 * earlier if its hold starts later, so these times are the least solution, and a hold that does not fit proves that no times fit.
 * For one thread.
 */
final class Timeline {

    private final LockHistory lock;
    private final StoreModel model;
    private final HoldEndingFaults faults;

    Timeline(LockHistory lock, StoreModel model, HoldEndingFaults faults) {
        this.lock = lock;
        this.model = model;
        this.faults = faults;
    }

    static Optional<Conflict> conflict(List<Operation> operations, StoreModel model, HoldEndingFaults faults) {
        return new Timeline(LockHistory.of(operations), model, faults).conflict();
    }

    Optional<Conflict> conflict() {
        Optional<Conflict> plain = lock.conflict();
        if (plain.isPresent()) {
            return plain;
        }
        List<RecordedHold> holds = lock.holds;
        if (holds.isEmpty()) {
            return Optional.empty();
        }
        HeldUnits held = new HeldUnits(holds.get(0));
        long[] ends = new long[holds.size()];
        for (int i = 0; i < ends.length; i++) {
            RecordedHold hold = holds.get(i);
            HoldConstraints constraints = new HoldConstraints(hold, model, faults);
            long room = held.room(hold);
            Optional<Conflict> conflict = constraints.conflict(held.before(), room);
            if (conflict.isPresent()) {
                return conflict;
            }
            ends[i] = constraints.earliestEnd(room);
            held.add(hold, Math.max(hold.grantFrom(), room), ends[i]);
        }
        return lock.tokenlessProofs.isEmpty() || !lock.isExclusive() ? Optional.empty() : proofWithoutGap(ends);
    }

    /**
     * A proof without a token for which no gap between the holds is left. The check is exact for one such proof;
     * several proofs are checked separately.
     */
    private Optional<Conflict> proofWithoutGap(long[] ends) {
        List<RecordedHold> holds = lock.holds;
        long[] latest = new long[holds.size()];
        long limit = Times.NEVER;
        for (int i = latest.length - 1; i >= 0; i--) {
            limit = new HoldConstraints(holds.get(i), model, faults).latestGrant(limit);
            latest[i] = limit;
        }
        for (LockHistory.TokenlessProof proof : lock.tokenlessProofs) {
            int after = Times.countUpTo(ends, proof.operation().to());
            int before = Times.countBelow(latest, proof.from());
            // Both rows grow: the gap after hold number k is possible if k holds can have ended and the next can still
            // come.
            if (before > after) {
                return Optional.of(new Conflict(
                        Conflict.Kind.NO_GAP, holds.get(before - 1), null, proof.operation(), ends[after]));
            }
        }
        return Optional.empty();
    }
}

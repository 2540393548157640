// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.internal.LocalQueues.Waiter;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who of this client holds or waits for one name. Touched only inside atomic updates of its map entry. */
final class LocalQueue {

    /** In the order in which they came; who leaves is found without looking at the others. */
    final Set<Waiter> waiters = new LinkedHashSet<>(2);

    /**
     * How many wanted the lock at once of late. Who asks right after a release is alone for a moment, and would get fewer
     * turns for this client than others get for theirs.
     */
    private int demand;

    Set<Waiter> curious = Collections.emptySet();

    /** Of the present head. */
    LastLook lastLook = LastLook.NONE;

    /** More than one only if the store granted a lock twice, which is then its fault and visible as such. */
    int held;

    /** Who asked for the latest grant. */
    @Nullable
    Thread holder;

    void add(Waiter waiter) {
        waiters.add(waiter);
        demand = Math.max(demand, waiters.size());
    }

    int demand() {
        return demand;
    }

    /** The store has granted the lock to one of them, who has left already: less is wanted if fewer come back. */
    void granted() {
        held++;
        demand = Math.max(waiters.size() + 1, demand - 1);
    }

    @Nullable
    Waiter head() {
        Iterator<Waiter> first = waiters.iterator();
        return first.hasNext() ? first.next() : null;
    }

    /** Who takes the turn; null if the first of those who still wait does not. */
    @Nullable
    Waiter firstToTake(Turn turn) {
        for (Waiter waiter : waiters) {
            OfferedTurn.Answer answer = waiter.offer(turn);
            if (answer != OfferedTurn.Answer.LEAVES) {
                return answer == OfferedTurn.Answer.TAKES ? waiter : null;
            }
        }
        return null;
    }

    /** Neither held nor waited for: the end of a hold is under way. */
    boolean isIdle() {
        return held == 0 && waiters.isEmpty();
    }

    LastLook known() {
        if (held > 0) {
            return LastLook.TAKEN;
        }
        Waiter head = head();
        return lastLook.isKnown() || head == null || head.asksSoon() ? lastLook : LastLook.unasked();
    }

    void addCurious(Waiter waiter) {
        if (curious.isEmpty()) {
            curious = new LinkedHashSet<>();
        }
        curious.add(waiter);
    }

    void remove(Waiter waiter) {
        if (head() == waiter) {
            lastLook = LastLook.NONE;
        }
        waiters.remove(waiter);
        curious.remove(waiter);
    }
}

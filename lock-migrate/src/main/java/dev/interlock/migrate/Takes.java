// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * The attempts of a client that may have something in a store. An entry goes with its release; one that never got there is
 * swept once the client's compensations of it are over, which last ten leases at most. Thread-safe.
 */
final class Takes {

    static final int FIRST_SWEEP = 256;

    private static final int MOST_LEASES = 12;

    private final LockClock clock;
    private final Map<AttemptId, Take> takes = new ConcurrentHashMap<>();
    /** The client's ids of the attempts that have others in a store. */
    private final Map<AttemptId, AttemptId> asked = new ConcurrentHashMap<>();

    private volatile int sweepAt = FIRST_SWEEP;

    Takes(LockClock clock) {
        this.clock = clock;
    }

    /** The take of an attempt that is about to be sent. */
    Take begin(Attempt attempt) {
        if (takes.size() >= sweepAt) {
            sweep();
        }
        long now = clock.nanoTime();
        return takes.compute(
                attempt.id(), (id, take) -> take == null ? Take.first(attempt, now) : take.asking(attempt, now));
    }

    /** The take of an attempt that was sent, perhaps by another client of these locks. */
    Take find(Attempt attempt) {
        Take take = takes.get(attempt.id());
        return take == null ? Take.first(attempt, clock.nanoTime()) : take;
    }

    /** The client's id of an attempt in a store. */
    AttemptId asked(AttemptId inStore) {
        return asked.getOrDefault(inStore, inStore);
    }

    void unansweredInOld(Attempt attempt) {
        change(attempt, Take::unansweredInOld);
    }

    void unansweredInRecent(Attempt attempt) {
        change(attempt, Take::unansweredInRecent);
    }

    void granted(Attempt attempt, Grant old, Grant recent) {
        change(attempt, take -> take.granted(old, recent));
    }

    void renewed(Attempt attempt, Duration lease) {
        long now = clock.nanoTime();
        change(attempt, take -> take.renewed(lease, now));
    }

    /** The half in the old store was given up. */
    void withoutOld(Attempt attempt) {
        change(attempt, Take::withoutOld);
    }

    /** The half in the new store was given up. */
    void withoutRecent(Attempt attempt) {
        change(attempt, Take::withoutRecent);
    }

    private void change(Attempt attempt, UnaryOperator<Take> step) {
        Take changed = takes.computeIfPresent(attempt.id(), (id, take) -> step.apply(take));
        if (changed != null) {
            alias(changed.old().attempt().id(), attempt.id());
            alias(changed.recent().attempt().id(), attempt.id());
        }
    }

    private void alias(AttemptId inStore, AttemptId ofClient) {
        if (!inStore.equals(ofClient)) {
            asked.put(inStore, ofClient);
        }
    }

    /** Nothing is left of the attempt in a store. */
    void forget(Attempt attempt) {
        if (takes.remove(attempt.id()) != null && !asked.isEmpty()) {
            asked.values().removeIf(attempt.id()::equals);
        }
    }

    /** Nothing is left of a try that was refused; if it was granted in part, its next try still needs other ids. */
    void forgetIfRefused(Attempt attempt) {
        Take take = takes.get(attempt.id());
        if (take != null && take.isClean() && take.old().attempt().id().equals(attempt.id())) {
            takes.remove(attempt.id());
        }
    }

    /** Nothing is left of an attempt that is over, unless it was granted or a request is unanswered. */
    void forgetIfClean(Attempt attempt) {
        Take take = takes.get(attempt.id());
        if (take != null && take.isClean()) {
            forget(attempt);
        }
    }

    int size() {
        return takes.size();
    }

    private void sweep() {
        long now = clock.nanoTime();
        takes.values().removeIf(take -> now - take.usedNanos() > keptNanos(take));
        asked.values().removeIf(id -> !takes.containsKey(id));
        sweepAt = Math.max(FIRST_SWEEP, 2 * takes.size());
    }

    private static long keptNanos(Take take) {
        return take.longest().multipliedBy(MOST_LEASES).toNanos();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The check of refusals: whether each acquire that ended as {@value Action#CONTENDED} can have met a holder. Another
 * owner must be possible within its window; acquires of unknown outcome count as possible. The condition is necessary,
 * not sufficient, and takes O(log n) for each acquire. Locks that several may hold are left out: their attempts are
 * also refused for those that wait. Immutable.
 */
public final class ContendedCheck {

    private final Duration slack;

    /**
     * Creates a check.
     *
     * @param slack how long a request may be on its way after its caller gave up, and how late the store may free a
     *     lease
     */
    public ContendedCheck(Duration slack) {
        this.slack = slack;
    }

    /**
     * Checks the acquires that failed.
     *
     * @param history the recorded history
     * @return unknown if no acquire ended as contended
     */
    public Verdict check(History history) {
        Optional<Verdict> unusable = history.unusable();
        if (unusable.isPresent()) {
            return unusable.get();
        }
        Map<String, Long> deaths = history.deaths();
        long contended = 0;
        for (List<Operation> operations : ServerCheck.requests(history).values()) {
            if (LockPart.isShared(operations.get(0).lock())) {
                continue;
            }
            HoldsByStart holds = new HoldsByStart(PossibleHold.all(operations, deaths, slack));
            for (Operation operation : operations) {
                if (!operation.contended()) {
                    continue;
                }
                contended++;
                if (holds.latestEndOfAnother(operation.owner(), operation.to()) < operation.from()) {
                    return new Verdict.Illegal(story(history.start(), operation), operation.events());
                }
            }
        }
        if (contended == 0) {
            return new Verdict.Unknown("no acquire was told that the lock is contended");
        }
        return new Verdict.Ok(new TreeMap<>(Map.of("contended acquires", contended)), List.of());
    }

    private static String story(long start, Operation operation) {
        return "'" + operation.lock() + "': " + operation.process() + " was told that it is contended, between "
                + Times.since(start, operation.from()) + " and " + Times.since(start, operation.to())
                + ", but no other client can have had it then: a free lock was refused.";
    }

    /** Holds by their begin, with the latest end so far and the latest end so far of any other owner. */
    private static final class HoldsByStart {

        private final long[] from;
        private final PossibleHold[] best;
        private final long[] second;

        HoldsByStart(List<PossibleHold> holds) {
            List<PossibleHold> sorted = new ArrayList<>(holds);
            sorted.sort(Comparator.comparingLong(PossibleHold::from));
            from = sorted.stream().mapToLong(PossibleHold::from).toArray();
            best = new PossibleHold[from.length];
            second = new long[from.length];
            for (int i = 0; i < from.length; i++) {
                PossibleHold hold = sorted.get(i);
                boolean first = i == 0;
                boolean longest = first || hold.to() > best[i - 1].to();
                best[i] = longest ? hold : best[i - 1];
                second[i] = first ? Times.ALWAYS : longest ? best[i - 1].to() : Math.max(second[i - 1], hold.to());
            }
        }

        long latestEndOfAnother(String owner, long startedBy) {
            int count = Times.countUpTo(from, startedBy);
            if (count == 0) {
                return Times.ALWAYS;
            }
            PossibleHold longest = best[count - 1];
            return longest.owner().equals(owner) ? second[count - 1] : longest.to();
        }
    }
}

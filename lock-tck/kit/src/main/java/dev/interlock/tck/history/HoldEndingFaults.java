// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The injected faults that end holds, found in logarithmic time. A fault ends a hold at a moment within its window. A
 * request that was sent after the fault and confirmed proves that the hold survived. For one thread.
 */
final class HoldEndingFaults {

    private record Target(String lock, String who) {}

    /** The faults of one target. */
    private static final class FaultsOfTarget {

        /** By the time at which they were over: the earliest begin of each fault and all faults after it. */
        private final long[] to;

        private final long[] earliestFrom;

        /** By the time at which they began: the latest end of each fault and all faults before it. */
        private final long[] from;

        private final long[] latestTo;

        FaultsOfTarget(List<InjectedFault> list) {
            list.sort(Comparator.comparingLong(InjectedFault::to));
            to = list.stream().mapToLong(InjectedFault::to).toArray();
            earliestFrom = list.stream().mapToLong(InjectedFault::from).toArray();
            for (int i = earliestFrom.length - 2; i >= 0; i--) {
                earliestFrom[i] = Math.min(earliestFrom[i], earliestFrom[i + 1]);
            }
            list.sort(Comparator.comparingLong(InjectedFault::from));
            from = list.stream().mapToLong(InjectedFault::from).toArray();
            latestTo = list.stream().mapToLong(InjectedFault::to).toArray();
            for (int i = 1; i < latestTo.length; i++) {
                latestTo[i] = Math.max(latestTo[i], latestTo[i - 1]);
            }
        }

        long earliest(long aliveAt) {
            int first = Times.countBelow(to, aliveAt);
            return first == to.length ? Times.NEVER : Math.max(aliveAt, earliestFrom[first]);
        }

        long latest(long limit) {
            int count = Times.countUpTo(from, limit);
            return count == 0 ? Times.ALWAYS : Math.min(limit, latestTo[count - 1]);
        }
    }

    private final Map<Target, FaultsOfTarget> byTarget = new HashMap<>();

    HoldEndingFaults(List<InjectedFault> injectedFaults, StoreModel model) {
        Map<Target, List<InjectedFault>> lists = new HashMap<>();
        for (InjectedFault fault : injectedFaults) {
            if (!fault.ends(model)) {
                continue;
            }
            Target target = new Target(fault.event().lock(), fault.event().owner());
            lists.computeIfAbsent(target, key -> new ArrayList<>()).add(fault);
        }
        lists.forEach((target, list) -> byTarget.put(target, new FaultsOfTarget(list)));
    }

    /**
     * The earliest moment at which a fault may have ended a hold that was alive at the given time; never if there is
     * none.
     */
    long earliest(RecordedHold hold, long aliveAt) {
        return faultsOf(hold)
                .mapToLong(faults -> faults.earliest(aliveAt))
                .min()
                .orElse(Times.NEVER);
    }

    /** The latest moment up to a limit at which a fault may have ended a hold; always if there is none. */
    long latest(RecordedHold hold, long limit) {
        return faultsOf(hold).mapToLong(faults -> faults.latest(limit)).max().orElse(Times.ALWAYS);
    }

    private Stream<FaultsOfTarget> faultsOf(RecordedHold hold) {
        if (byTarget.isEmpty()) {
            return Stream.empty();
        }
        return Stream.of("", hold.first().lock())
                .flatMap(lock ->
                        Stream.of("", hold.owner(), hold.process()).map(who -> byTarget.get(new Target(lock, who))))
                .filter(Objects::nonNull);
    }
}

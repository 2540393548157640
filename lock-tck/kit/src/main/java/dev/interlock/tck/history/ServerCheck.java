// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The check of level S, the store: whether the store can have granted each lock to one owner at a time, or, where
 * several may hold it, no more units than there are. Tokens give the
 * order of the grants, so that only the times are open, and the check needs O(n log n). Immutable.
 *
 * <p>The check is exact if each owner sends one request after the other and asks for one length of lease: it says
 * illegal if and only if no moments exist at which everything took effect. Otherwise it errs on the safe side: a
 * history that it calls illegal is illegal. That concerns an owner whose lost acquire may have been granted a second
 * time, two or more such grants that were only ever confirmed by a release, and one such grant of a lock that several
 * may hold.
 */
public final class ServerCheck {

    private final StoreModel model;

    /**
     * Creates a check.
     *
     * @param model how the store keeps its promises
     */
    public ServerCheck(StoreModel model) {
        this.model = model;
    }

    /**
     * Checks the requests to the store: {@link Action#ACQUIRE}, {@link Action#RENEW} and {@link Action#RELEASE}.
     *
     * @param history the recorded history
     * @return unknown if nothing was granted
     */
    public Verdict check(History history) {
        Optional<Verdict> unusable = history.unusable();
        if (unusable.isPresent()) {
            return unusable.get();
        }
        List<InjectedFault> injectedFaults = history.injectedFaults();
        HoldEndingFaults faults = new HoldEndingFaults(injectedFaults, model);
        Map<String, List<Operation>> locks = requests(history);
        TreeMap<String, Long> counts = new TreeMap<>();
        for (List<Operation> operations : locks.values()) {
            LockHistory lock = LockHistory.of(operations);
            if (new Timeline(lock, model, faults).conflict().isPresent()) {
                return illegal(history, operations, injectedFaults, faults);
            }
            count(counts, operations, lock);
        }
        if (counts.getOrDefault("grants", 0L) == 0) {
            return new Verdict.Unknown("the history has no grant of a lock");
        }
        counts.put("locks", (long) locks.size());
        return new Verdict.Ok(counts, List.of());
    }

    static Map<String, List<Operation>> requests(History history) {
        Map<String, List<Operation>> locks = new LinkedHashMap<>();
        for (Operation operation : history.operations()) {
            switch (operation.action()) {
                case ACQUIRE, RENEW, RELEASE ->
                    locks.computeIfAbsent(operation.lock(), lock -> new ArrayList<>())
                            .add(operation);
                default -> {}
            }
        }
        return locks;
    }

    private static void count(Map<String, Long> counts, List<Operation> operations, LockHistory lock) {
        counts.merge("grants", (long) lock.holds.size(), Long::sum);
        for (Operation operation : operations) {
            if (operation.is(Action.RENEW, Phase.OK)) {
                counts.merge("renewals", 1L, Long::sum);
            } else if (operation.is(Action.RELEASE, Phase.OK)) {
                counts.merge("releases", 1L, Long::sum);
            } else if (operation.outcome() == Phase.INFO) {
                counts.merge("unknown outcomes", 1L, Long::sum);
            }
        }
    }

    private Verdict illegal(
            History history, List<Operation> operations, List<InjectedFault> injectedFaults, HoldEndingFaults faults) {
        List<Operation> fewest = new Shrinker(model, faults).shrink(operations);
        Conflict conflict = Timeline.conflict(fewest, model, faults).orElseThrow();
        List<HistoryEvent> events = new ArrayList<>();
        fewest.forEach(operation -> events.addAll(operation.events()));
        for (InjectedFault fault : injectedFaults) {
            if (fault.ends(model) && fewest.stream().anyMatch(operation -> hits(fault, operation))) {
                events.add(fault.event());
            }
        }
        events.sort(Comparator.comparingLong(HistoryEvent::nanos));
        return new Verdict.Illegal(new ConflictExplanation(history.start()).tell(conflict), events);
    }

    private static boolean hits(InjectedFault fault, Operation operation) {
        return fault.hits(operation.lock(), operation.owner(), operation.process());
    }
}

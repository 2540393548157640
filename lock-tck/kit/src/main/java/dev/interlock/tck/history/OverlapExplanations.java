// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The injected faults of a history that explain why two clients believed to hold one lock. For one thread. */
final class OverlapExplanations {

    private record Asker(String process, String lock) {

        static Asker of(HistoryEvent event) {
            return new Asker(event.process(), event.lock());
        }
    }

    private final List<InjectedFault> faults;
    private final Duration notice;
    private final Set<Action> declared;

    /** The granted requests of each process. */
    private final Map<Asker, List<Operation>> granted = new HashMap<>();

    OverlapExplanations(History history, Duration notice, Set<Action> declared) {
        this.faults = history.injectedFaults();
        this.notice = notice;
        this.declared = declared;
        for (Operation operation : history.operations()) {
            if (operation.is(Action.ACQUIRE, Phase.OK)) {
                granted.computeIfAbsent(Asker.of(operation.invoked()), asker -> new ArrayList<>())
                        .add(operation);
            }
        }
    }

    Optional<InjectedFault> of(Belief.Overlap overlap) {
        return faults.stream().filter(fault -> explains(fault, overlap)).findFirst();
    }

    private boolean explains(InjectedFault fault, Belief.Overlap overlap) {
        if (fault.action() == Action.PAUSE) {
            boolean noticed = overlap.to() > Times.plus(fault.to(), notice.toNanos());
            return !noticed
                    && (sleptThrough(fault, overlap)
                            || wokeUpLate(fault, overlap.older())
                            || wokeUpLate(fault, overlap.newer()));
        }
        Belief ended = olderGrant(overlap);
        return declared.contains(fault.action())
                && fault.from() <= overlap.from()
                && fault.to() >= asked(ended).map(Operation::from).orElse(ended.from())
                && hits(fault, ended);
    }

    /**
     * The belief whose grant the fault can have ended: the one with the smaller token, or the earlier one if the tokens
     * are not known.
     */
    private Belief olderGrant(Belief.Overlap overlap) {
        long olderToken = asked(overlap.older()).map(Operation::token).orElse(0L);
        long newerToken = asked(overlap.newer()).map(Operation::token).orElse(0L);
        return newerToken > 0 && newerToken < olderToken ? overlap.newer() : overlap.older();
    }

    /**
     * The older client was stopped when the newer belief began. If it has its own deadline, its belief ends when that
     * passes, so the pause does not explain the overlap.
     */
    private static boolean sleptThrough(InjectedFault pause, Belief.Overlap overlap) {
        return pause.from() <= overlap.from()
                && pause.to() >= overlap.older().from()
                && !overlap.older().hasClock()
                && hits(pause, overlap.older());
    }

    /** The client was stopped between its request and its belief: its grant is the stale one. */
    private boolean wokeUpLate(InjectedFault pause, Belief belief) {
        return pause.to() <= belief.from()
                && asked(belief).filter(request -> pause.to() >= request.from()).isPresent()
                && !belief.hasClock()
                && hits(pause, belief);
    }

    /**
     * The request behind a belief: the one that its owner names, or the latest one of its process. The store may have
     * granted it at any time from its begin on.
     */
    private Optional<Operation> asked(Belief belief) {
        List<Operation> requests = granted.getOrDefault(Asker.of(belief.invoked()), List.of()).stream()
                .filter(request -> request.from() <= belief.from())
                .sorted(Comparator.comparingLong(Operation::from).reversed())
                .toList();
        return requests.stream()
                .filter(request -> belief.owner().equals(request.believer()))
                .findFirst()
                .or(() -> requests.stream().findFirst());
    }

    private static boolean hits(InjectedFault fault, Belief belief) {
        HistoryEvent believer = belief.invoked();
        return fault.hits(believer.lock(), believer.owner(), believer.process());
    }
}

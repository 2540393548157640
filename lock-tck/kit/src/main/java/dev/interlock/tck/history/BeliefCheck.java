// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import dev.interlock.spi.Share;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The check of level B, beliefs: whether two clients believed to hold one lock at the same time, or more units of a lock
 * that several may hold than it has. No lock service can
 * prevent that if a client without its own deadline is paused. Such overlaps, and overlaps that a declared weakness
 * explains, are counted and listed separately. Immutable.
 */
public final class BeliefCheck {

    private final Duration notice;
    private final Set<Action> declared;

    /**
     * Creates a check.
     *
     * @param notice how long a paused client may take to notice the loss, from the end of its pause
     * @param declared injected faults that the backend declares as a weakness: they explain overlaps after them
     */
    public BeliefCheck(Duration notice, Set<Action> declared) {
        this.notice = notice;
        this.declared = Set.copyOf(declared);
    }

    /**
     * Checks the beliefs of the clients: {@link Action#BELIEVE}.
     *
     * @param history the recorded history
     * @return unknown if no client believed to hold a lock
     */
    public Verdict check(History history) {
        Optional<Verdict> unusable = history.unusable();
        if (unusable.isPresent()) {
            return unusable.get();
        }
        List<Belief> beliefs = Belief.all(history);
        if (beliefs.isEmpty()) {
            return new Verdict.Unknown("no client believed to hold a lock");
        }
        OverlapExplanations explanations = new OverlapExplanations(history, notice, declared);
        List<String> explained = new ArrayList<>();
        Map<String, List<Belief>> open = new HashMap<>();
        for (Belief belief : beliefs) {
            List<Belief> others = open.computeIfAbsent(belief.invoked().lock(), lock -> new ArrayList<>());
            others.removeIf(other -> other.to() <= belief.from());
            List<Belief.Overlap> overlaps = others.stream()
                    .map(other -> other.overlap(belief))
                    .filter(Objects::nonNull)
                    .toList();
            if (isTooMuch(belief, overlaps)) {
                List<Belief.Overlap> left = new ArrayList<>();
                for (Belief.Overlap overlap : overlaps) {
                    Optional<InjectedFault> reason = explanations.of(overlap);
                    if (reason.isEmpty()) {
                        left.add(overlap);
                    } else {
                        explained.add(story(history.start(), overlap) + " Explained by the injected "
                                + reason.get().action() + " at "
                                + Times.since(history.start(), reason.get().from()) + ".");
                    }
                }
                if (isTooMuch(belief, left)) {
                    return illegal(history, left);
                }
            }
            others.add(belief);
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("beliefs", (long) beliefs.size());
        counts.put("overlaps explained", (long) explained.size());
        return new Verdict.Ok(counts, explained);
    }

    /** Whether the belief and those that overlap it are more than the lock has units. Several of one owner are one. */
    private static boolean isTooMuch(Belief belief, List<Belief.Overlap> overlaps) {
        Share share = belief.invoked().share();
        Map<String, Share> older = new HashMap<>();
        overlaps.forEach(overlap ->
                older.put(overlap.older().owner(), overlap.older().invoked().share()));
        long units = older.values().stream().mapToLong(Share::units).sum() + share.units();
        return units > share.limit() || older.values().stream().anyMatch(other -> other.limit() != share.limit());
    }

    private static Verdict illegal(History history, List<Belief.Overlap> overlaps) {
        List<HistoryEvent> events = history.events().stream()
                .filter(event -> overlaps.stream()
                        .anyMatch(overlap -> belongs(event, overlap.older()) || belongs(event, overlap.newer())))
                .toList();
        return new Verdict.Illegal(story(history.start(), overlaps.get(0)) + " No injected fault explains it.", events);
    }

    private static boolean belongs(HistoryEvent event, Belief belief) {
        return event.op() == belief.invoked().op()
                && event.process().equals(belief.invoked().process());
    }

    private static String story(long start, Belief.Overlap overlap) {
        HistoryEvent older = overlap.older().invoked();
        HistoryEvent newer = overlap.newer().invoked();
        return "'" + older.lock() + "': " + older.process() + " believed to hold it from "
                + Times.since(start, older.nanos()) + " to "
                + Times.since(start, overlap.older().to()) + ", and "
                + newer.process() + " from " + Times.since(start, newer.nanos()) + ": "
                + (isTooMuch(overlap.newer(), List.of(overlap))
                        ? "two believers"
                        : "with others, more than " + newer.share().limit() + " units")
                + " for " + Times.millis(overlap.to() - overlap.from()) + ".";
    }
}

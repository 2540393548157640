// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import dev.interlock.report.data.Numbers;
import dev.interlock.report.timeline.Spans.Span;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Violations of mutual exclusion, as far as a picture can show them: the verdicts are those of the kit's checks. */
final class Violations {

    private Violations() {}

    /** The period in nanoseconds, and the description. */
    record Violation(long from, long to, String text) {}

    static List<Violation> of(History history, List<Span> beliefs) {
        List<Violation> all = new ArrayList<>(twoBelievers(beliefs));
        all.addAll(staleWrites(history));
        all.sort(Comparator.comparingLong(Violation::from));
        return all;
    }

    private static List<Violation> twoBelievers(List<Span> beliefs) {
        List<Violation> found = new ArrayList<>();
        List<Span> sorted =
                beliefs.stream().sorted(Comparator.comparingLong(Span::from)).toList();
        List<Span> open = new ArrayList<>();
        for (Span belief : sorted) {
            open.removeIf(other -> other.to() <= belief.from());
            for (Span other : open) {
                if (other.meets(belief)) {
                    long to = Math.min(other.to(), belief.to());
                    String who = other.process().equals(belief.process())
                            ? "in " + belief.process()
                            : other.process() + " and " + belief.process();
                    found.add(new Violation(
                            belief.from(),
                            to,
                            "two believers for " + Numbers.of((to - belief.from()) / 1e6) + " ms: " + who));
                }
            }
            open.add(belief);
        }
        return found;
    }

    private static List<Violation> staleWrites(History history) {
        Map<String, Long> greatest = new HashMap<>();
        List<Violation> found = new ArrayList<>();
        for (HistoryEvent event : history.events()) {
            if (event.action() == Action.EFFECT && event.phase() == Phase.OK) {
                long before = greatest.getOrDefault(event.lock(), 0L);
                if (event.token() < before) {
                    found.add(new Violation(
                            event.nanos(),
                            event.nanos(),
                            event.lock() + " let in a write with token " + event.token() + " after " + before));
                }
                greatest.merge(event.lock(), event.token(), Math::max);
            }
        }
        return found;
    }
}

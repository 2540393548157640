// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The check of level E, effects: whether each resource accepted effects in the order of their tokens, and the effects
 * of one token from one owner only. The order is that of the resource's own log, which is the operation number of its
 * writer. Immutable.
 */
public final class EffectCheck {

    /** Creates a check. */
    public EffectCheck() {}

    /**
     * Checks the logs of all resources: {@link Action#EFFECT}.
     *
     * @param history the recorded history
     * @return unknown if no resource accepted an effect, or if a resource has more than one log, since those have no
     *     common order
     */
    public Verdict check(History history) {
        Optional<Verdict> unusable = history.unusable();
        if (unusable.isPresent()) {
            return unusable.get();
        }
        List<HistoryEvent> log = new ArrayList<>(history.events().stream()
                .filter(event -> event.action() == Action.EFFECT)
                .toList());
        log.sort(Comparator.comparingLong(HistoryEvent::op));
        Map<String, HistoryEvent> last = new HashMap<>();
        long accepted = 0;
        for (HistoryEvent effect : log) {
            if (effect.phase() != Phase.OK) {
                continue;
            }
            accepted++;
            HistoryEvent before = last.put(effect.lock(), effect);
            if (before != null && !before.process().equals(effect.process())) {
                return new Verdict.Unknown("'" + effect.lock() + "' has two logs, of " + before.process() + " and of "
                        + effect.process() + ", and nothing tells their order");
            }
            if (before != null && !follows(before, effect)) {
                return new Verdict.Illegal(story(history.start(), before, effect), List.of(before, effect));
            }
        }
        if (accepted == 0) {
            return new Verdict.Unknown("no resource accepted an effect");
        }
        TreeMap<String, Long> counts = new TreeMap<>();
        counts.put("resources", (long) last.size());
        counts.put("effects accepted", accepted);
        counts.put("effects refused", log.size() - accepted);
        return new Verdict.Ok(counts, List.of());
    }

    private static boolean follows(HistoryEvent before, HistoryEvent effect) {
        return effect.token() > before.token()
                || (effect.token() == before.token() && effect.owner().equals(before.owner()));
    }

    private static String story(long start, HistoryEvent before, HistoryEvent effect) {
        String first = "'" + effect.lock() + "' accepted an effect of " + effect.owner() + " with token "
                + effect.token() + " at " + Times.since(start, effect.nanos()) + " after one of " + before.owner();
        return effect.token() == before.token()
                ? first + " with the same token, at " + Times.since(start, before.nanos())
                        + ": one token had two owners."
                : first + " with the greater token " + before.token() + ", at " + Times.since(start, before.nanos())
                        + ": a stale effect got through.";
    }
}

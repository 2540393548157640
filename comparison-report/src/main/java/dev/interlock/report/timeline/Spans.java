// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The spans in a history: grants as the store answered them, and beliefs as the clients recorded them. */
final class Spans {

    private Spans() {}

    /** From one moment to another, in nanoseconds, of one owner of one lock. */
    record Span(String process, String lock, String owner, long from, long to) {

        boolean meets(Span later) {
            return later.from < to && lock.equals(later.lock) && !owner.equals(later.owner);
        }
    }

    /** From each confirmed acquisition until its release, or until the last promise was over. */
    static List<Span> granted(History history, long end) {
        record Key(String lock, String owner) {}
        Map<Key, Span> open = new LinkedHashMap<>();
        List<Span> spans = new ArrayList<>();
        for (Operation step : history.operations()) {
            HistoryEvent answer = step.ended();
            if (answer == null || answer.phase() != Phase.OK) {
                continue;
            }
            Key key = new Key(step.lock(), step.owner());
            long until = Math.min(end, answer.nanos() + step.promiseNanos());
            Span held = open.get(key);
            if (step.action() == Action.ACQUIRE) {
                open.put(key, new Span(step.process(), step.lock(), step.owner(), answer.nanos(), until));
            } else if (held != null && step.action() == Action.RENEW) {
                open.put(key, new Span(held.process(), held.lock(), held.owner(), held.from(), until));
            } else if (held != null && step.action() == Action.RELEASE) {
                open.remove(key);
                spans.add(new Span(held.process(), held.lock(), held.owner(), held.from(), answer.nanos()));
            }
        }
        spans.addAll(open.values());
        return spans;
    }

    /** As each client recorded them, until a loss was reported, its own clock ended the belief, or it was killed. */
    static List<Span> believed(History history, long end) {
        record Key(String process, long op) {}
        Map<Key, Long> valid = new HashMap<>();
        Map<String, Long> killed = new HashMap<>();
        for (HistoryEvent event : history.events()) {
            if (event.action() == Action.BELIEVE && event.phase() != Phase.OK) {
                long until = event.promiseNanos() == 0 ? end : Math.min(end, event.nanos() + event.promiseNanos());
                valid.merge(new Key(event.process(), event.op()), until, Math::max);
            } else if (event.action() == Action.KILL && event.phase() == Phase.INVOKE) {
                killed.putIfAbsent(event.owner(), event.nanos());
            }
        }
        List<Span> spans = new ArrayList<>();
        for (Operation step : history.operations()) {
            if (step.action() == Action.BELIEVE) {
                HistoryEvent last = step.ended();
                long until = Math.min(
                        valid.getOrDefault(
                                new Key(step.process(), step.invoked().op()), end),
                        killed.getOrDefault(step.process(), end));
                spans.add(new Span(
                        step.process(),
                        step.lock(),
                        step.owner().isEmpty() ? step.process() : step.owner(),
                        step.invoked().nanos(),
                        last == null ? until : Math.min(until, last.nanos())));
            }
        }
        return joined(spans);
    }

    /** One owner may record several beliefs, such as its handle's and that of each piece of work. */
    private static List<Span> joined(List<Span> spans) {
        Map<String, List<Span>> byOwner = new LinkedHashMap<>();
        spans.stream()
                .filter(span -> span.to() > span.from())
                .sorted(Comparator.comparingLong(Span::from))
                .forEach(span -> {
                    List<Span> own = byOwner.computeIfAbsent(
                            span.process() + "\t" + span.lock() + "\t" + span.owner(), key -> new ArrayList<>());
                    Span last = own.isEmpty() ? span : own.get(own.size() - 1);
                    if (!own.isEmpty() && span.from() <= last.to()) {
                        own.set(
                                own.size() - 1,
                                new Span(
                                        last.process(),
                                        last.lock(),
                                        last.owner(),
                                        last.from(),
                                        Math.max(last.to(), span.to())));
                    } else {
                        own.add(span);
                    }
                });
        return byOwner.values().stream().flatMap(List::stream).toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import dev.interlock.report.data.Numbers;
import dev.interlock.report.timeline.Spans.Span;
import dev.interlock.report.timeline.Timeline.Bar;
import dev.interlock.report.timeline.Timeline.Kind;
import dev.interlock.report.timeline.Timeline.Lane;
import dev.interlock.report.timeline.Timeline.Mark;
import dev.interlock.report.timeline.Violations.Violation;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.HistoryEvent;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.Operation;
import dev.interlock.tck.history.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Draws the timeline of a history; of a long history, the part in which something happens. */
public final class Timelines {

    /** More events would be unreadable, and too much for a page. */
    private static final int MOST_EVENTS = 120;

    private static final int BEFORE = 30;

    private final History history;
    private final int all;
    private final List<Violation> violations;
    private final List<Span> granted;
    private final List<Span> beliefs;
    private final List<HistoryEvent> part;
    private final long start;
    private final long end;

    private Timelines(History history, int all) {
        this.history = history;
        this.all = all;
        List<HistoryEvent> events = history.events();
        long last = events.get(events.size() - 1).nanos();
        granted = Spans.granted(history, last);
        beliefs = Spans.believed(history, last);
        violations = Violations.of(history, beliefs);
        part = part(events);
        start = part.get(0).nanos();
        end = Math.max(start + 1, part.get(part.size() - 1).nanos());
    }

    /**
     * The timeline of a history.
     *
     * @param history with at least one event besides the comparisons of clocks
     * @return its picture
     */
    public static Timeline of(History history) {
        History without = History.of(history.events().stream()
                .filter(event -> event.action() != Action.HANDSHAKE)
                .toList());
        return new Timelines(Tries.thinned(without), without.events().size()).draw();
    }

    private List<HistoryEvent> part(List<HistoryEvent> events) {
        if (events.size() <= MOST_EVENTS) {
            return events;
        }
        long moment = violations.isEmpty()
                ? events.stream()
                        .filter(event -> event.action().injected())
                        .findFirst()
                        .orElse(events.get(0))
                        .nanos()
                : violations.get(0).from();
        int at = 0;
        while (at < events.size() - 1 && events.get(at).nanos() < moment) {
            at++;
        }
        int first = Math.max(0, Math.min(at - BEFORE, events.size() - MOST_EVENTS));
        return events.subList(first, first + MOST_EVENTS);
    }

    private Timeline draw() {
        Set<String> resources = new LinkedHashSet<>();
        Set<String> clients = new LinkedHashSet<>();
        for (HistoryEvent event : part) {
            if (event.action() == Action.EFFECT) {
                resources.add(event.lock());
            } else if (!event.process().equals(HistoryWriter.NEMESIS)) {
                clients.add(event.process());
            }
        }
        Map<String, Lane> lanes = new LinkedHashMap<>();
        clients.forEach(client -> lanes.put(client, client(client)));
        resources.forEach(resource -> lanes.put("resource " + resource, resource(resource)));
        Lane faults = faults(clients);
        if (!faults.marks().isEmpty()) {
            lanes.put(faults.name(), faults);
        }
        List<Bar> seen = violations.stream()
                .filter(violation -> violation.to() >= start && violation.from() <= end)
                .map(violation -> new Bar(
                        Kind.VIOLATION,
                        millis(Math.max(violation.from(), start)),
                        millis(Math.min(violation.to(), end)),
                        violation.text()))
                .toList();
        return new Timeline(millis(end), List.copyOf(lanes.values()), seen, part.size(), all);
    }

    private Lane client(String process) {
        List<Bar> bars = new ArrayList<>();
        for (Span span : granted) {
            if (span.process().equals(process) && inPart(span.from(), span.to())) {
                bars.add(bar(Kind.GRANTED, span.from(), span.to(), "granted '" + span.lock() + "'"));
            }
        }
        for (Span span : beliefs) {
            if (span.process().equals(process) && inPart(span.from(), span.to())) {
                bars.add(bar(Kind.BELIEVED, span.from(), span.to(), "believed to hold '" + span.lock() + "'"));
            }
        }
        List<Mark> marks = new ArrayList<>();
        for (Operation step : history.operations()) {
            HistoryEvent ended = step.ended();
            long over = ended == null ? end : ended.nanos();
            boolean request =
                    step.action() == Action.ACQUIRE || step.action() == Action.RENEW || step.action() == Action.RELEASE;
            if (request
                    && step.process().equals(process)
                    && inPart(step.invoked().nanos(), over)) {
                bars.add(bar(Kind.ASKED, step.invoked().nanos(), over, asked(step)));
            } else if (step.action() == Action.PAUSE
                    && step.invoked().owner().equals(process)
                    && inPart(step.invoked().nanos(), over)) {
                bars.add(bar(Kind.STOPPED, step.invoked().nanos(), over, "stopped"));
            } else if (step.action() == Action.KILL
                    && step.invoked().owner().equals(process)
                    && inPart(step.invoked().nanos(), step.invoked().nanos())) {
                marks.add(new Mark(Kind.FAULT, millis(step.invoked().nanos()), "killed"));
            }
        }
        return new Lane(process, bars, marks);
    }

    private static String asked(Operation step) {
        HistoryEvent ended = step.ended();
        String token = step.token() > 0 ? ", token " + step.token() : "";
        String answer = ended == null || ended.phase() == Phase.INFO
                ? "outcome unknown"
                : ended.phase() == Phase.OK ? "ok" + token : ended.detail().isEmpty() ? "refused" : ended.detail();
        return step.action().name().toLowerCase(Locale.ROOT) + " '" + step.lock() + "': " + answer;
    }

    private Lane resource(String resource) {
        List<Mark> marks = new ArrayList<>();
        for (HistoryEvent event : part) {
            if (event.action() == Action.EFFECT && event.lock().equals(resource)) {
                boolean accepted = event.phase() == Phase.OK;
                marks.add(new Mark(
                        accepted ? Kind.WROTE : Kind.REFUSED,
                        millis(event.nanos()),
                        event.owner() + (accepted ? " wrote" : " was refused") + ", token " + event.token()));
            }
        }
        return new Lane("resource " + resource, List.of(), marks);
    }

    /** The faults that did not hit a single process. */
    private Lane faults(Set<String> clients) {
        List<Mark> marks = new ArrayList<>();
        for (HistoryEvent event : part) {
            if (event.action().injected() && event.phase() == Phase.INVOKE && !clients.contains(event.owner())) {
                marks.add(new Mark(
                        Kind.FAULT,
                        millis(event.nanos()),
                        event.action().name().toLowerCase(Locale.ROOT).replace('_', ' ')));
            }
        }
        return new Lane("faults", List.of(), marks);
    }

    private boolean inPart(long from, long to) {
        return to >= start && from <= end;
    }

    private Bar bar(Kind kind, long from, long to, String text) {
        return new Bar(
                kind,
                millis(Math.max(from, start)),
                millis(Math.min(to, end)),
                text + ", " + Numbers.of((to - from) / 1e6) + " ms");
    }

    private double millis(long nanos) {
        return (nanos - start) / 1e6;
    }
}

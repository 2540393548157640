// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.question;

import dev.interlock.report.timeline.Timeline;
import dev.interlock.report.timeline.Timeline.Bar;
import dev.interlock.report.timeline.Timeline.Kind;
import dev.interlock.report.timeline.Timeline.Lane;
import dev.interlock.report.timeline.Timeline.Mark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Writes down what happens while a question is put, all by the clock of the JVM that asks: what a client says counts from
 * when it is heard. Safe for use by many threads.
 */
public final class Scene {

    private static final String RESOURCE = "resource";
    private static final String FAULTS = "faults";

    /** More of a kind in one lane would be no picture. */
    private static final int MOST_MARKS = 60;

    private final long start = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<Bar>> bars = new LinkedHashMap<>();
    private final Map<String, List<Mark>> marks = new LinkedHashMap<>();
    private final Map<String, Long> beliefs = new LinkedHashMap<>();
    private final List<Bar> violations = new ArrayList<>();
    private int events;

    /**
     * Something lasted, until now.
     *
     * @param client whose lane
     * @param kind what
     * @param fromNanos since when
     * @param text in words
     */
    void lasted(String client, Kind kind, long fromNanos, String text) {
        locked(() -> lane(client).add(new Bar(kind, millis(fromNanos), millis(System.nanoTime()), text)));
    }

    /** A client believes from now on, until it is told otherwise. */
    void believes(String client) {
        locked(() -> beliefs.putIfAbsent(client, System.nanoTime()));
    }

    /** A client does not believe any more. */
    void believesNoMore(String client) {
        locked(() -> end(client));
    }

    private void end(String client) {
        Long since = beliefs.remove(client);
        if (since != null) {
            lane(client).add(new Bar(Kind.BELIEVED, millis(since), millis(System.nanoTime()), "believed to hold it"));
        }
    }

    /** A fault was injected. */
    void fault(String text) {
        mark(FAULTS, Kind.FAULT, text);
    }

    /** A write reached the resource. */
    void write(String text, boolean accepted) {
        mark(RESOURCE, accepted ? Kind.WROTE : Kind.REFUSED, text);
    }

    private void mark(String lane, Kind kind, String text) {
        locked(() -> {
            List<Mark> all = marks.computeIfAbsent(lane, name -> new ArrayList<>());
            if (all.stream().filter(each -> each.text().equals(text)).count() < MOST_MARKS) {
                all.add(new Mark(kind, millis(System.nanoTime()), text));
            }
        });
    }

    /**
     * What no lock should let happen.
     *
     * @param fromNanos its start
     * @param toNanos its end
     * @param text in words
     */
    void violation(long fromNanos, long toNanos, String text) {
        locked(() -> violations.add(new Bar(Kind.VIOLATION, millis(fromNanos), millis(toNanos), text)));
    }

    /** {@return the picture of it} */
    public Timeline timeline() {
        lock.lock();
        try {
            List.copyOf(beliefs.keySet()).forEach(this::end);
            List<Lane> lanes = new ArrayList<>();
            bars.forEach((name, all) -> lanes.add(new Lane(name, all, List.of())));
            for (String lane : List.of(RESOURCE, FAULTS)) {
                if (marks.containsKey(lane)) {
                    lanes.add(new Lane(lane, List.of(), marks.get(lane)));
                }
            }
            return new Timeline(millis(System.nanoTime()), lanes, violations, events, events);
        } finally {
            lock.unlock();
        }
    }

    private List<Bar> lane(String client) {
        return bars.computeIfAbsent(client, name -> new ArrayList<>());
    }

    private void locked(Runnable step) {
        lock.lock();
        try {
            events++;
            step.run();
        } finally {
            lock.unlock();
        }
    }

    private double millis(long nanos) {
        return Math.round((nanos - start) / 1e4) / 100.0;
    }
}

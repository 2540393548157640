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
 * Records the events of a question by the clock of the asking JVM: an event of a client counts from its report's
 * arrival. Safe for use by many threads.
 */
public final class Scene {

    private static final String RESOURCE = "resource";
    private static final String FAULTS = "faults";

    /** More marks of a kind in one lane would be unreadable. */
    private static final int MOST_MARKS = 60;

    private final long start = System.nanoTime();
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<Bar>> bars = new LinkedHashMap<>();
    private final Map<String, List<Mark>> marks = new LinkedHashMap<>();
    private final Map<String, Long> beliefs = new LinkedHashMap<>();
    private final List<Bar> violations = new ArrayList<>();
    private int events;

    /**
     * Records something that lasted until now.
     *
     * @param client the client of the lane
     * @param kind its kind
     * @param fromNanos its start
     * @param text its text
     */
    void lasted(String client, Kind kind, long fromNanos, String text) {
        locked(() -> lane(client).add(new Bar(kind, millis(fromNanos), millis(System.nanoTime()), text)));
    }

    /** The belief of a client begins, and lasts until {@link #believesNoMore}. */
    void believes(String client) {
        locked(() -> beliefs.putIfAbsent(client, System.nanoTime()));
    }

    /** The belief of a client ends. */
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
     * A violation of mutual exclusion.
     *
     * @param fromNanos its start
     * @param toNanos its end
     * @param text its text
     */
    void violation(long fromNanos, long toNanos, String text) {
        locked(() -> violations.add(new Bar(Kind.VIOLATION, millis(fromNanos), millis(toNanos), text)));
    }

    /** {@return the timeline of the question} */
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

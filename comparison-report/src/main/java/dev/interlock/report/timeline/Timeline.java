// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import java.util.List;

/**
 * A part of a history as lanes, one for each process and resource. Times are milliseconds from its start.
 *
 * @param millis its length
 * @param lanes clients first, then resources, then faults
 * @param violations violations of mutual exclusion
 * @param shown how many events of the history it shows
 * @param events how many events the history has
 */
public record Timeline(double millis, List<Lane> lanes, List<Bar> violations, int shown, int events) {

    /** Copies the lists. */
    public Timeline {
        lanes = List.copyOf(lanes);
        violations = List.copyOf(violations);
    }

    /**
     * The events of one process or resource.
     *
     * @param name of the process or resource
     * @param bars events with a duration
     * @param marks events at a moment
     */
    public record Lane(String name, List<Bar> bars, List<Mark> marks) {

        /** Copies the lists. */
        public Lane {
            bars = List.copyOf(bars);
            marks = List.copyOf(marks);
        }
    }

    /**
     * An event with a duration.
     *
     * @param kind its kind
     * @param from its start
     * @param to its end
     * @param text its text
     */
    public record Bar(Kind kind, double from, double to, String text) {}

    /**
     * An event at a moment.
     *
     * @param kind its kind
     * @param at its time
     * @param text its text
     */
    public record Mark(Kind kind, double at, String text) {}

    /** The kinds of bars and marks. */
    public enum Kind {
        /** A request, from before it was sent until its answer. */
        ASKED,
        /** The store's promise, from the answer on. */
        GRANTED,
        /** The belief of a client. */
        BELIEVED,
        /** A process did not run. */
        STOPPED,
        /** A fault was injected. */
        FAULT,
        /** A resource accepted a write. */
        WROTE,
        /** A resource refused a write. */
        REFUSED,
        /** Two believers at once, or an older write after a newer one. */
        VIOLATION
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.timeline;

import java.util.List;

/**
 * A part of a history as lanes, one for each process and resource. Times are milliseconds from its start.
 *
 * @param millis how long it is
 * @param lanes clients first, then resources, then faults
 * @param violations what no lock should let happen
 * @param shown how many events of the history are in it
 * @param events how many there are
 */
public record Timeline(double millis, List<Lane> lanes, List<Bar> violations, int shown, int events) {

    /** Copies the lists. */
    public Timeline {
        lanes = List.copyOf(lanes);
        violations = List.copyOf(violations);
    }

    /**
     * What one process did, or one resource saw.
     *
     * @param name of the process or resource
     * @param bars what lasted
     * @param marks what happened at a moment
     */
    public record Lane(String name, List<Bar> bars, List<Mark> marks) {

        /** Copies the lists. */
        public Lane {
            bars = List.copyOf(bars);
            marks = List.copyOf(marks);
        }
    }

    /**
     * Something that lasted.
     *
     * @param kind what
     * @param from its start
     * @param to its end
     * @param text in words
     */
    public record Bar(Kind kind, double from, double to, String text) {}

    /**
     * Something at a moment.
     *
     * @param kind what
     * @param at when
     * @param text in words
     */
    public record Mark(Kind kind, double at, String text) {}

    /** What a lane shows. */
    public enum Kind {
        /** A request, from before it was sent until its answer. */
        ASKED,
        /** What the store promised, from the answer on. */
        GRANTED,
        /** What a client believed. */
        BELIEVED,
        /** A process did not run. */
        STOPPED,
        /** A fault was injected. */
        FAULT,
        /** A resource let a write in. */
        WROTE,
        /** A resource refused a write. */
        REFUSED,
        /** Two believers at once, or an older write after a newer one. */
        VIOLATION
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a measurement: Interlock's value, its reference and its target.
 *
 * @param what the measured quantity
 * @param detail the parts of the figure, may be empty
 * @param unit of the figures, empty if they are counts or ratios
 * @param value of Interlock
 * @param reference the reference that Interlock is compared with, null if there is none
 * @param target of the ratio if there is one, of the value otherwise; null if there is none
 * @param requests the requests that were sent, and those that they caused inside the server; empty if they were not
 *     counted
 * @param size the size that the figure grows with; null if it is not part of a series
 */
public record Figure(
        String what,
        String detail,
        String unit,
        Spread value,
        @Nullable Reference reference,
        @Nullable Target target,
        List<Requests> requests,
        @Nullable Size size) {

    /** Copies the list. */
    public Figure {
        requests = List.copyOf(requests);
    }

    /**
     * A figure without a reference and without a target.
     *
     * @param what the measured quantity
     * @param unit of the figure
     * @param value the figure
     * @return the figure
     */
    public static Figure of(String what, String unit, Spread value) {
        return new Figure(what, "", unit, value, null, null, List.of(), null);
    }

    /**
     * This figure with a target.
     *
     * @param wanted the target
     * @return a new figure
     */
    public Figure withTarget(Target wanted) {
        return new Figure(what, detail, unit, value, reference, wanted, requests, size);
    }

    /**
     * This figure next to that of a reference.
     *
     * @param other measured in the same rounds
     * @return a new figure
     */
    public Figure nextTo(Reference other) {
        return new Figure(what, detail, unit, value, other, target, requests, size);
    }

    /**
     * This figure with its parts.
     *
     * @param parts the parts, in words
     * @return a new figure
     */
    public Figure madeOf(String parts) {
        return new Figure(what, parts, unit, value, reference, target, requests, size);
    }

    /**
     * This figure with the requests that it counts.
     *
     * @param counted the requests by kind
     * @return a new figure
     */
    public Figure with(List<Requests> counted) {
        return new Figure(what, detail, unit, value, reference, target, counted, size);
    }

    /**
     * This figure as one of a series.
     *
     * @param count the size
     * @param of the unit of the size, such as {@code waiting clients}
     * @return a new figure
     */
    public Figure at(int count, String of) {
        return new Figure(what, detail, unit, value, reference, target, requests, new Size(count, of));
    }

    /**
     * Whether a miss may be noise: the goal is missed, and the range of the rounds overlaps that of the reference.
     *
     * @return true if a goal was missed and the ranges overlap
     */
    public boolean missedWithinNoise() {
        return target != null
                && !target.met()
                && !target.binding()
                && reference != null
                && value.overlaps(reference.value());
    }

    /**
     * The reference of a figure: the baseline (the same requests without the library) or another lock library.
     *
     * @param name such as {@code raw Jedis}
     * @param value its figure in the same rounds
     * @param ratio of Interlock to it, round by round, null if it is not worth showing
     */
    public record Reference(
            String name, Spread value, @Nullable Spread ratio) {}

    /**
     * Requests of one kind for one operation.
     *
     * @param kind such as {@code evalsha} or {@code update}
     * @param count the average number
     * @param inside whether the server ran them by itself, within requests that were sent
     */
    public record Requests(String kind, double count, boolean inside) {}

    /**
     * The size that a figure grows with.
     *
     * @param count the size
     * @param of its unit, such as {@code waiting clients}
     */
    public record Size(int count, String of) {}
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a measurement: Interlock's, what it is compared with, and what it should be.
 *
 * @param what is measured
 * @param detail what the figure is made of, empty if there is nothing to say
 * @param unit of the figures, empty if they are counts or ratios
 * @param value of Interlock
 * @param reference what Interlock is compared with, null if it is not
 * @param target of the ratio if there is one, of the value otherwise; null if there is none
 * @param requests what was sent for it, and what that set off in the server; empty if that was not counted
 * @param size of what it grows with; null if it is not one of a series
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
     * A figure that is not compared and has no target.
     *
     * @param what is measured
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
     * @param wanted what the figure should be
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
     * This figure with what it is made of.
     *
     * @param parts in words
     * @return a new figure
     */
    public Figure madeOf(String parts) {
        return new Figure(what, parts, unit, value, reference, target, requests, size);
    }

    /**
     * This figure with the requests that it counts.
     *
     * @param counted by kind
     * @return a new figure
     */
    public Figure with(List<Requests> counted) {
        return new Figure(what, detail, unit, value, reference, target, counted, size);
    }

    /**
     * This figure as one of a series.
     *
     * @param count how many there were
     * @param of what, such as {@code waiting clients}
     * @return a new figure
     */
    public Figure at(int count, String of) {
        return new Figure(what, detail, unit, value, reference, target, requests, new Size(count, of));
    }

    /**
     * Whether a miss may be noise: a goal that is not met, by rounds whose range meets that of the reference.
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
     * What a figure is compared with: the baseline (the same requests without the library) or another lock library.
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
     * @param count how many on average
     * @param inside whether the server did them by itself, within those that were sent
     */
    public record Requests(String kind, double count, boolean inside) {}

    /**
     * What a figure grows with.
     *
     * @param count how many there were
     * @param of what, such as {@code waiting clients}
     */
    public record Size(int count, String of) {}
}

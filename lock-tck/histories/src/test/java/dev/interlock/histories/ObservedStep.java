// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A step of a trace before its attempt has a place among the clients of the model. Immutable.
 *
 * @param nanos when, since the start of the history
 * @param what in the words of the module {@code Observed}
 * @param numbers what else the module wants to know, in its format
 */
record ObservedStep(long nanos, String what, String numbers) {

    /** A step with these numbers. */
    static ObservedStep of(long nanos, String what, long... numbers) {
        return new ObservedStep(
                nanos,
                what,
                Arrays.stream(numbers).mapToObj(number -> "," + number).collect(Collectors.joining()));
    }

    /** In the format of TLA+. */
    String text(int client) {
        return "<<" + micros(nanos) + ",\"" + what + "\",\"a" + client + "\"" + numbers + ">>";
    }

    /** The model counts in microseconds. */
    static long micros(long nanos) {
        return nanos / 1_000;
    }
}

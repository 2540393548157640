// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import java.util.List;

/**
 * An answer or report of a JVM.
 *
 * @param kind the kind of answer or report
 * @param number the token of a grant or write, or the number of grants
 * @param checkedNanos how long before a write its holder began to check whether it holds the lock
 * @param text the text of a failure or loss
 */
public record ClientMessage(Kind kind, long number, long checkedNanos, String text) {

    static final ClientMessage DONE = new ClientMessage(Kind.DONE, 0, 0, "");

    static ClientMessage failed(String why) {
        return new ClientMessage(Kind.FAILED, 0, 0, why);
    }

    static ClientMessage of(List<String> words) {
        return new ClientMessage(
                Kind.valueOf(words.get(0)), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), words.get(3));
    }

    String[] words() {
        return new String[] {kind.name(), Long.toString(number), Long.toString(checkedNanos), text};
    }

    /** The kinds of answers and reports. */
    public enum Kind {
        /** The lock was granted. */
        GRANTED,
        /** The lock was not granted. */
        REFUSED,
        /** The order was followed. */
        DONE,
        /** The order ended with an exception. */
        FAILED,
        /** A report: the holder writes now. */
        WROTE,
        /** A report: the holder does not know whether it holds the lock, and does not write. */
        UNSURE,
        /** A report: the loss was reported to the holder, and it writes no more. */
        LEARNED
    }
}

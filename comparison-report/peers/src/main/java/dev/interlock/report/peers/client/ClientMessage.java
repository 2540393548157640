// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

/**
 * An answer or report of a JVM.
 *
 * @param id the order's id
 * @param kind the kind of answer or report
 * @param number the token of a grant or write, or the number of grants
 * @param checkedNanos how long before a write its holder began to check whether it holds the lock
 * @param text the text of a failure or loss
 */
public record ClientMessage(long id, Kind kind, long number, long checkedNanos, String text) {

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
        /** No answer yet: the holder writes now. */
        WROTE,
        /** No answer yet: the holder does not know whether it holds the lock, and does not write. */
        UNSURE,
        /** No answer yet: the loss was reported to the holder, and it writes no more. */
        LEARNED;

        boolean isAnswer() {
            return switch (this) {
                case GRANTED, REFUSED, DONE, FAILED -> true;
                case WROTE, UNSURE, LEARNED -> false;
            };
        }
    }
}

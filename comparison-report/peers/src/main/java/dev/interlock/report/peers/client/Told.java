// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

/**
 * A line that a JVM says.
 *
 * @param id of the order
 * @param kind what it says
 * @param number the token of a grant or write, or how many grants
 * @param checkedNanos how long before a write its holder began to ask whether it holds the lock
 * @param text in words, of a failure or loss
 */
public record Told(long id, Kind kind, long number, long checkedNanos, String text) {

    /** What can be said. */
    public enum Kind {
        /** The lock was granted. */
        GRANTED,
        /** It was not. */
        REFUSED,
        /** What was ordered is done. */
        DONE,
        /** It ended with an exception. */
        FAILED,
        /** No answer yet: the holder writes now. */
        WROTE,
        /** No answer yet: the holder does not know whether it holds the lock, and does not write. */
        UNSURE,
        /** No answer yet: the holder was told that the lock is gone, and writes no more. */
        LEARNED;

        boolean isAnswer() {
            return switch (this) {
                case GRANTED, REFUSED, DONE, FAILED -> true;
                case WROTE, UNSURE, LEARNED -> false;
            };
        }
    }
}

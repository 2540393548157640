// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/**
 * What the clients' processes work on under their locks: it lives in the process that started them, so its own order of what
 * happened is beyond doubt. Thread-safe; may block, to stop a client between its read and its write.
 */
public interface SharedThings {

    /** Whether a thing took what was asked of it. */
    sealed interface Reply {

        /**
         * It did.
         *
         * @param value what the thing holds now
         */
        record Done(long value) implements Reply {}

        /**
         * It did not, because of the token.
         *
         * @param reason for people
         */
        record Refused(String reason) implements Reply {}
    }

    /**
     * A holder comes to a thing before its first read.
     *
     * @param process who asks
     * @param thing what
     * @param token of the lock it believes to hold
     * @return the value, or a refusal
     */
    Reply read(String process, String thing, long token);

    /**
     * A holder changes a thing.
     *
     * @param process who asks
     * @param thing what
     * @param token of the lock it believes to hold
     * @param value what to keep
     * @return the value, or a refusal
     */
    Reply write(String process, String thing, long token, long value);
}

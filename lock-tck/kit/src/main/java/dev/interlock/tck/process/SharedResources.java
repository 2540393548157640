// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/**
 * The resources that client processes work on under their locks. They live in the process that started the clients, so
 * the order of what happened to them is known. Thread-safe; may block, to stop a client between its read and its write.
 */
public interface SharedResources {

    /** Whether a resource took what was asked of it. */
    sealed interface Reply {

        /**
         * It did.
         *
         * @param value what the resource holds now
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
     * A holder comes to a resource before its first read.
     *
     * @param process who asks
     * @param resource which one
     * @param token of the lock it believes to hold
     * @return the value, or a refusal
     */
    Reply read(String process, String resource, long token);

    /**
     * A holder changes a resource.
     *
     * @param process who asks
     * @param resource which one
     * @param token of the lock it believes to hold
     * @param value what to keep
     * @return the value, or a refusal
     */
    Reply write(String process, String resource, long token, long value);
}

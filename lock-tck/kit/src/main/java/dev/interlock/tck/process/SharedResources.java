// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

/**
 * The resources that client processes work on under their locks. They live in the process that started the clients, so
 * the order of their changes is known. Thread-safe. A call may block, to stop a client between its read and its write.
 */
public interface SharedResources {

    /** The answer of a resource to a read or a write. */
    sealed interface Reply {

        /**
         * The resource accepted it.
         *
         * @param value the present value of the resource
         */
        record Done(long value) implements Reply {}

        /**
         * The resource refused it because of the token.
         *
         * @param reason for people
         */
        record Refused(String reason) implements Reply {}
    }

    /**
     * Reads a resource, before the holder's other accesses.
     *
     * @param process the process that asks
     * @param resource the resource
     * @param token of the lock that the process believes to hold
     * @return the value, or a refusal
     */
    Reply read(String process, String resource, long token);

    /**
     * Looks at a resource, under a lock that others may hold at the same time. No claim.
     *
     * @param resource the resource
     * @return the value
     */
    Reply look(String resource);

    /**
     * Writes a resource.
     *
     * @param process the process that asks
     * @param resource the resource
     * @param token of the lock that the process believes to hold
     * @param value the new value
     * @return the value, or a refusal
     */
    Reply write(String process, String resource, long token, long value);
}

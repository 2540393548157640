// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contention.contender.StoreAddress;
import org.jspecify.annotations.Nullable;

/**
 * A line that a JVM reads.
 *
 * @param id which the answer repeats
 * @param verb what to do
 * @param hand which thread does it: a lock belongs to a thread
 * @param name of the lock
 * @param number milliseconds, or how many threads
 * @param setup of {@link Verb#OPEN}
 */
record Order(
        long id,
        Verb verb,
        String hand,
        String name,
        long number,
        @Nullable Setup setup) {

    /** What can be done. */
    enum Verb {
        /** Ends the client before, opens one, and uses it once. */
        OPEN,
        /** Acquires within {@code number} milliseconds. */
        ACQUIRE,
        /** Releases. */
        RELEASE,
        /** Releases what somebody else holds. */
        RELEASE_UNOWNED,
        /** Asks before each write whether the lock is held, and writes if so, until told to stop or told of the loss. */
        WORK,
        /** Writes without asking. */
        WRITE,
        /** Ends {@link #WORK} and {@link #WRITE}; the answer to them comes then. */
        STOP,
        /** Interrupts the thread. */
        INTERRUPT,
        /** Lets threads contend: {@code number} milliseconds, three threads, on the board. */
        CONTEND
    }

    /**
     * What a client needs.
     *
     * @param store such as {@code redis}
     * @param peer its id
     * @param address of the store
     * @param leaseMillis of a lock whose holder dies
     * @param board the file of the shared memory
     */
    record Setup(String store, String peer, StoreAddress address, long leaseMillis, String board) {}
}

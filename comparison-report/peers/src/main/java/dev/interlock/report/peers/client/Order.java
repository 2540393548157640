// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.client;

import dev.interlock.report.contention.contender.StoreAddress;
import org.jspecify.annotations.Nullable;

/**
 * A line that a JVM reads.
 *
 * @param id repeated in the answer
 * @param verb what to do
 * @param hand the thread that follows it: a lock belongs to a thread
 * @param name the lock's name
 * @param number milliseconds, or the number of threads
 * @param setup of {@link Verb#OPEN}
 */
record Order(
        long id,
        Verb verb,
        String hand,
        String name,
        long number,
        @Nullable Setup setup) {

    /** The kinds of orders. */
    enum Verb {
        /** Closes the previous client, opens a new one, and uses it once. */
        OPEN,
        /** Acquires within {@code number} milliseconds. */
        ACQUIRE,
        /** Releases. */
        RELEASE,
        /** Releases a lock that another client holds. */
        RELEASE_UNOWNED,
        /**
         * Checks before each write whether the lock is held, and writes if so, until stopped or until the loss is
         * reported.
         */
        WORK,
        /** Writes without a check. */
        WRITE,
        /** Ends {@link #WORK} and {@link #WRITE}; their answer follows then. */
        STOP,
        /** Interrupts the thread. */
        INTERRUPT,
        /** Makes threads contend: {@code number} milliseconds, three threads, on the board. */
        CONTEND
    }

    /**
     * The settings of a client.
     *
     * @param store such as {@code redis}
     * @param peer the peer's id
     * @param address of the store
     * @param leaseMillis the lease of a lock whose holder dies
     * @param board the file of the shared memory
     */
    record Setup(String store, String peer, StoreAddress address, long leaseMillis, String board) {}
}

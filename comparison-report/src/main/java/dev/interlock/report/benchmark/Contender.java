// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

/** One side of a comparison: Interlock, the baseline (the raw client without the library), or another lock library. */
public interface Contender {

    /**
     * The name in the report.
     *
     * @return such as {@code Interlock}
     */
    String name();

    /**
     * The operation of one thread.
     *
     * @param thread number of the thread, from 0
     * @return acquires and releases one lock of this thread's own; it throws if that fails
     */
    Operation forThread(int thread);

    /** The operation that is timed: acquires and releases one lock, or updates something. */
    @FunctionalInterface
    interface Operation {

        /**
         * Does it once.
         *
         * @throws IllegalStateException if the lock was not granted or not released
         * @throws Exception if the store failed
         */
        void run() throws Exception;
    }
}

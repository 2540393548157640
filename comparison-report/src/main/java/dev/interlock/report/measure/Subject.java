// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.measure;

/** Something that can acquire and release locks on its own names: the library, or the raw client below it. */
public interface Subject {

    /**
     * The name in the report.
     *
     * @return such as {@code Interlock}
     */
    String name();

    /**
     * One thread's part.
     *
     * @param thread number of the thread, from 0
     * @return acquires and releases one lock of this thread's own; it throws if that fails
     */
    Cycle forThread(int thread);

    /** Acquires and releases one lock. */
    @FunctionalInterface
    interface Cycle {

        /**
         * Does it once.
         *
         * @throws IllegalStateException if the lock was not granted or not released
         * @throws Exception if the store failed
         */
        void run() throws Exception;
    }
}

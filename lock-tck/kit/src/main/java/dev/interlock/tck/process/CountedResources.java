// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.time.Duration;
import java.util.Optional;

/** Resources that are counters. Clients add one to them, and tests query the totals. Thread-safe. */
public interface CountedResources extends SharedResources {

    /**
     * Returns how many writes were accepted.
     *
     * @return the count over all resources
     */
    long accepted();

    /**
     * Returns how many writes of one process were accepted.
     *
     * @param process its name
     * @return the count over all resources
     */
    long accepted(String process);

    /**
     * Waits until the given number of writes was accepted.
     *
     * @param goal the count over all resources
     * @param atMost how long to wait
     * @return whether the goal was reached
     * @throws InterruptedException if the thread is interrupted
     */
    boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException;

    /**
     * Returns the sum of the resources.
     *
     * @return the sum; less than {@link #accepted} if a write overwrote another
     */
    long total();

    /**
     * Compares the accepted writes with the sum.
     *
     * @return the difference as a text, or empty if no update was lost
     */
    default Optional<String> lostUpdates() {
        return total() == accepted()
                ? Optional.empty()
                : Optional.of(
                        accepted() + " updates were accepted and " + total() + " are left: one overwrote another.");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.time.Duration;
import java.util.Optional;

/** Resources that are counters: clients add one to them, and tests ask what came of it. Thread-safe. */
public interface CountedResources extends SharedResources {

    /**
     * How many writes were let through.
     *
     * @return the count over all resources
     */
    long accepted();

    /**
     * How many writes of one process were let through.
     *
     * @param process its name
     * @return the count over all resources
     */
    long accepted(String process);

    /**
     * Waits until so many writes were let through.
     *
     * @param goal the count over all resources
     * @param atMost how long to wait
     * @return whether the goal was reached
     * @throws InterruptedException if the thread is interrupted
     */
    boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException;

    /**
     * What the resources hold.
     *
     * @return the sum; less than {@link #accepted} if a write overwrote another
     */
    long total();

    /**
     * Compares what was let through with what is there.
     *
     * @return what is missing, or empty if no update was lost
     */
    default Optional<String> lostUpdates() {
        return total() == accepted()
                ? Optional.empty()
                : Optional.of(
                        accepted() + " updates were accepted and " + total() + " are left: one overwrote another.");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import java.time.Duration;

/** Things that are only ever added one to, and say what came of it. Thread-safe. */
public interface CountedThings extends SharedThings {

    /**
     * How many writes were let through.
     *
     * @return the count over all things
     */
    long accepted();

    /**
     * How many writes of one process were let through.
     *
     * @param process its name
     * @return the count over all things
     */
    long accepted(String process);

    /**
     * Waits until so many writes were let through.
     *
     * @param goal the count over all things
     * @param atMost how long to wait
     * @return whether the goal was reached
     * @throws InterruptedException if the thread is interrupted
     */
    boolean awaitAccepted(long goal, Duration atMost) throws InterruptedException;

    /**
     * What the things hold.
     *
     * @return the sum; less than {@link #accepted} if a write overwrote another
     */
    long total();
}

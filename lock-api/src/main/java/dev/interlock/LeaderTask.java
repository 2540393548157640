// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

/** The work of a leader, called once for each term. */
@FunctionalInterface
public interface LeaderTask {

    /**
     * Leads for one term, on the thread of this term. When the term must end, that thread is interrupted once. The lock is
     * released after this method has returned or thrown. Then the candidate stands again, unless it is closed.
     *
     * <p>For work that other threads do, start it, wait in {@link Leadership#awaitEnd}, and end it before you return.
     *
     * @param leadership the term
     * @throws Exception if the work fails. The term then ends as {@link TermEnd#FAILED}, and listeners and log get the
     *     exception. After the interrupt, an {@link InterruptedException} is no failure.
     */
    void lead(Leadership leadership) throws Exception;
}

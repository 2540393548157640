// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Optional;

/** A candidate of an {@link Election}, from {@link Election#lead(LeaderTask)} to {@link #close}. Thread-safe. */
public interface Candidacy extends AutoCloseable {

    /**
     * What the candidate does now. No I/O.
     *
     * @return the state. It never says LEADING once the lease is over by this client's clock.
     */
    CandidacyState state();

    /**
     * The present term of this candidate. No I/O.
     *
     * @return the term while the state is {@link CandidacyState#LEADING}, else empty
     */
    Optional<Leadership> leadership();

    /**
     * Ends the present term, and remains a candidate: it stands again after its pause, behind the candidates that wait by
     * then. Returns at once, before the task has ended.
     *
     * @return whether a term was told to end by this call
     */
    boolean abdicate();

    /**
     * Stands down. A candidate that waits stops waiting. A leader is told to end its term, and the lock is released when
     * its task has returned. This call waits for that, for at most the rest of the lease by this machine's clock. A task
     * that ignores its interrupt may run on after that; its lock is free by then, and the state is
     * {@link CandidacyState#ENDING} until it returns.
     *
     * <p>The call does not wait on the thread of the task. An interrupt of the calling thread ends the wait and stays in
     * its flag. A second call waits in the same way and changes nothing.
     */
    @Override
    void close();
}

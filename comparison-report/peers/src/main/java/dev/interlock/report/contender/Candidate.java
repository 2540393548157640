// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

/** A candidate of one client in one election. Thread-safe. */
public interface Candidate extends AutoCloseable {

    /**
     * Whether the library says, now, that the candidate leads. No request to the store.
     *
     * @return what the library answers
     */
    boolean leads();

    /**
     * The number of the present term.
     *
     * @return 0 for a library without {@link Ability#TOKEN}, or if the candidate does not lead
     */
    default long term() {
        return 0;
    }

    /**
     * Stops leading, and stays a candidate.
     *
     * @throws Exception if the library failed
     */
    void stepDown() throws Exception;

    /** Is no candidate any more. */
    @Override
    void close();
}

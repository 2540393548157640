// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.progress;

/** The progress of a run, for people: phases, one after the other, with steps. Used by one thread at a time. */
public interface Progress extends AutoCloseable {

    /**
     * Begins a phase and ends the one before.
     *
     * @param phase such as {@code redis: rules}
     * @param steps how many there will be
     */
    void begin(String phase, int steps);

    /**
     * Says what is being done now.
     *
     * @param what such as {@code round 2 of 5}
     */
    void doing(String what);

    /**
     * Ends one step of the phase.
     *
     * @param what the step
     * @param how its result
     */
    void done(String what, String how);

    /**
     * Says something that should stay on the screen.
     *
     * @param line one line
     */
    void say(String line);

    /** Ends the last phase. */
    @Override
    void close();
}

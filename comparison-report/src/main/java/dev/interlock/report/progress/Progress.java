// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.progress;

/** The progress of a run, for display: phases, one after the other, with steps. Used by one thread at a time. */
public interface Progress extends AutoCloseable {

    /**
     * Begins a phase and ends the previous one.
     *
     * @param phase such as {@code redis: rules}
     * @param steps the number of steps
     */
    void begin(String phase, int steps);

    /**
     * Shows the present step.
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
     * Prints a line that stays on the screen.
     *
     * @param line one line
     */
    void say(String line);

    /** Ends the last phase. */
    @Override
    void close();
}

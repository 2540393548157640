// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

/** What peers are asked about; each subject has questions and peers of its own. */
public enum PeerSubject {
    /** Locks that one holds at a time. */
    LOCKS("Locks"),
    /** Locks for readers and writers. */
    READERS_AND_WRITERS("Readers and writers"),
    /** Semaphores, whose permits several hold. */
    PERMITS("Permits"),
    /** Elections of a leader. */
    ELECTIONS("Elections");

    private final String title;

    PeerSubject(String title) {
        this.title = title;
    }

    /** {@return its name for display} */
    public String title() {
        return title;
    }
}

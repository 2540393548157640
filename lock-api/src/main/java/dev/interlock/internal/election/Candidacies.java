// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import dev.interlock.internal.acquire.Acquisitions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The candidates of one client that are not closed. Thread-safe. */
public final class Candidacies {

    private final Acquisitions acquisitions;
    private final Set<Candidate> open = ConcurrentHashMap.newKeySet();

    public Candidacies(Acquisitions acquisitions) {
        this.acquisitions = acquisitions;
    }

    /** A candidate stands, unless the client is closed. */
    void enter(Candidate candidate) {
        open.add(candidate);
        if (acquisitions.isClosed()) {
            // The close may not have seen it.
            open.remove(candidate);
            acquisitions.requireOpen();
        }
    }

    /** A candidate is closed, and its task does not run. */
    void remove(Candidate candidate) {
        open.remove(candidate);
    }

    /** The client closes: nothing is acquired any more. Leaders are told to end; does not wait for them. */
    public void close() {
        open.forEach(Candidate::standDown);
    }

    /** True while no candidate is open. */
    public boolean isEmpty() {
        return open.isEmpty();
    }
}

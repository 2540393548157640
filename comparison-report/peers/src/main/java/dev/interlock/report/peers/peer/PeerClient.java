// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

/** A connected client of a peer, for many threads. */
public interface PeerClient extends AutoCloseable {

    /**
     * A lock for one thread.
     *
     * @param name of the lock
     * @return the lock, not acquired
     */
    PeerLock lock(String name);

    /** Ends the client. */
    @Override
    void close();
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import java.time.Duration;

/** One lock of one client. One thread makes all calls. */
public interface PeerLock {

    /**
     * Acquires the lock, or tries once if the peer cannot wait.
     *
     * @param limit of the wait
     * @return whether it was granted
     * @throws Exception if the store failed, or this thread was interrupted
     */
    boolean acquire(Duration limit) throws Exception;

    /**
     * Releases the lock, as the peer's users do.
     *
     * @throws Exception if the peer reports that the caller was not the holder, or the store failed
     */
    void release() throws Exception;

    /**
     * The fencing token of the last grant.
     *
     * @return 0 for a peer without {@link Ability#TOKEN}
     */
    default long token() {
        return 0;
    }

    /**
     * The state that a holder can check right before it writes. Only for peers with {@link Ability#BELIEF}.
     *
     * @return the state that the peer shows
     * @throws Exception if the peer cannot determine it; a careful holder does not write then
     */
    default Belief belief() throws Exception {
        throw new UnsupportedOperationException("there is nothing to ask");
    }

    /**
     * Releases a lock that another client holds. Only for peers with {@link Ability#FOREIGN_RELEASE}.
     *
     * @throws Exception if the peer refuses, as it should
     */
    default void releaseUnowned() throws Exception {
        throw new UnsupportedOperationException("a release needs the grant");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import java.time.Duration;

/** One lock of one client, in the hands of one thread, which calls everything. */
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
     * @throws Exception if the peer says that this was not the holder, or the store failed
     */
    void release() throws Exception;

    /**
     * The fencing token of the last grant.
     *
     * @return 0 of a peer without {@link Ability#TOKEN}
     */
    default long token() {
        return 0;
    }

    /**
     * What a holder can know right before it writes. Only of peers with {@link Ability#BELIEF}.
     *
     * @return what the peer tells
     * @throws Exception if the peer does not know; a careful holder does not write then
     */
    default Belief belief() throws Exception {
        throw new UnsupportedOperationException("there is nothing to ask");
    }

    /**
     * Releases what somebody else holds. Only of peers with {@link Ability#FOREIGN_RELEASE}.
     *
     * @throws Exception if the peer refuses, as it should
     */
    default void releaseUnowned() throws Exception {
        throw new UnsupportedOperationException("a release needs the grant");
    }
}

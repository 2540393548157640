// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.time.Duration;

/** One lock of one client. One thread makes all calls. */
public interface NamedLock {

    /**
     * Acquires the lock, or tries once if the library cannot wait.
     *
     * @param limit of the wait
     * @return whether it was granted
     * @throws Exception if the store failed, or this thread was interrupted
     */
    boolean acquire(Duration limit) throws Exception;

    /**
     * Acquires the lock within a minute. If the library cannot wait, it tries again at once.
     *
     * @throws IllegalStateException if the lock was not granted
     * @throws Exception if the store failed, or this thread was interrupted
     */
    default void acquire() throws Exception {
        long begin = System.nanoTime();
        while (!acquire(Limits.WAIT)) {
            if (System.nanoTime() - begin >= Limits.WAIT.toNanos()) {
                throw new IllegalStateException("the lock was not granted");
            }
        }
    }

    /**
     * Releases the lock, as the library's users do; returns once the store has confirmed it.
     *
     * @throws Exception if the library reports that the caller was not the holder, or the store failed
     */
    void release() throws Exception;

    /**
     * The fencing token of the last grant.
     *
     * @return 0 for a library without {@link Ability#TOKEN}
     */
    default long token() {
        return 0;
    }

    /**
     * The state that a holder can check right before it writes. Only with {@link Ability#BELIEF}.
     *
     * @return the state that the library shows
     * @throws Exception if the library cannot determine it; a careful holder does not write then
     */
    default Belief belief() throws Exception {
        throw new UnsupportedOperationException("there is nothing to ask");
    }

    /**
     * Releases a lock that another client holds. Only with {@link Ability#FOREIGN_RELEASE}.
     *
     * @throws Exception if the library refuses, as it should
     */
    default void releaseUnowned() throws Exception {
        throw new UnsupportedOperationException("a release needs the grant");
    }
}

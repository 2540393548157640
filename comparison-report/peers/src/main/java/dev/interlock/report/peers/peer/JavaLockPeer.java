// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * A lock with the interface of the JDK.
 *
 * @param lock the lock
 * @param question checks whether the holder still has the lock
 */
record JavaLockPeer(Lock lock, Question question) implements PeerLock {

    /** Checks whether the lock is held. */
    interface Question {
        Belief belief() throws Exception;
    }

    @Override
    public boolean acquire(Duration limit) throws InterruptedException {
        return lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void release() {
        lock.unlock();
    }

    @Override
    public void releaseUnowned() {
        lock.unlock();
    }

    @Override
    public Belief belief() throws Exception {
        return question.belief();
    }
}

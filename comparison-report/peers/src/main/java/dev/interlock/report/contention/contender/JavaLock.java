// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.contender;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * A lock with the interface of the JDK.
 *
 * @param held the lock
 */
record JavaLock(Lock held) implements NamedLock {

    @Override
    public void lock() throws InterruptedException {
        if (!held.tryLock(Limits.WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("the lock was not granted within " + Limits.WAIT.toSeconds() + " s");
        }
    }

    @Override
    public void unlock() {
        held.unlock();
    }
}

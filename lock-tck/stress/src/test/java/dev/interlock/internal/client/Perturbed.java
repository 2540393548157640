// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A lock whose users now and then let others go first, before it and after it: where the cores are busy, actors would
 * else run one after the other for most of the time.
 */
public final class Perturbed extends ReentrantLock {

    private static final long serialVersionUID = 1;
    private static final int ONE_IN = 8;

    /** Lets another thread go first, one time in eight. */
    public static void point() {
        if (ThreadLocalRandom.current().nextInt(ONE_IN) == 0) {
            rest();
        }
    }

    /** Lets another thread go first. */
    @SuppressWarnings("ThreadPriorityCheck") // Nothing relies on it.
    static void rest() {
        Thread.yield();
    }

    @Override
    public void lock() {
        point();
        super.lock();
    }

    @Override
    public void unlock() {
        super.unlock();
        point();
    }
}

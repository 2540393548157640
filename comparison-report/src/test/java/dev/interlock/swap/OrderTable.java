// SPDX-License-Identifier: Apache-2.0
package dev.interlock.swap;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A table that refuses older tokens, and counts without any atomic step, so that only the lock keeps the count right.
 */
final class OrderTable {

    private static final long WORK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final ReentrantLock row = new ReentrantLock();
    private final List<Long> tokens = new ArrayList<>();
    private int payments;

    void save(String what, long fencingToken) {
        int before = payments();
        row.lock();
        try {
            if (!tokens.isEmpty() && tokens.get(tokens.size() - 1) >= fencingToken) {
                throw new IllegalStateException(
                        "'" + what + "' refused: token " + fencingToken + " comes after " + tokens);
            }
            tokens.add(fencingToken);
        } finally {
            row.unlock();
        }
        LockSupport.parkNanos(WORK_NANOS);
        payments(before + 1);
    }

    private void payments(int count) {
        row.lock();
        try {
            payments = count;
        } finally {
            row.unlock();
        }
    }

    int payments() {
        row.lock();
        try {
            return payments;
        } finally {
            row.unlock();
        }
    }

    /** In the order of the payments. */
    List<Long> tokens() {
        row.lock();
        try {
            return List.copyOf(tokens);
        } finally {
            row.unlock();
        }
    }
}

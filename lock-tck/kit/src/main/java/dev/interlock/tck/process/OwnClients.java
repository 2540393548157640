// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.LockClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** The clients of a process, each opened when it is first used. Thread-safe. */
final class OwnClients implements AutoCloseable {

    private final ReentrantLock guard = new ReentrantLock();
    private final List<LockClient> opened = new ArrayList<>();
    private final Supplier<LockClient> another;

    OwnClients(Supplier<LockClient> another) {
        this.another = another;
    }

    /** The client with this number, from 0. */
    LockClient client(int number) {
        guard.lock();
        try {
            while (opened.size() <= number) {
                opened.add(another.get());
            }
            return opened.get(number);
        } finally {
            guard.unlock();
        }
    }

    @Override
    public void close() {
        guard.lock();
        try {
            opened.forEach(LockClient::close);
        } finally {
            guard.unlock();
        }
    }
}

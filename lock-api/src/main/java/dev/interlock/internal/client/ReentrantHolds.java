// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.LockHandle;
import dev.interlock.LockName;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The hold counts of the re-entrant views of one client: which thread holds which name how often. An entry lives from
 * the first lock to the last unlock.
 */
final class ReentrantHolds {

    /** So many entries are kept before those of dead threads are looked for. */
    private static final int FEW = 64;

    private final ConcurrentHashMap<Key, ThreadHold> holds = new ConcurrentHashMap<>();
    private volatile int sweepAt = FEW;

    @Nullable
    ThreadHold ofCaller(LockName name) {
        return holds.get(new Key(Thread.currentThread(), name));
    }

    void add(LockName name, LockHandle handle) {
        if (holds.size() >= sweepAt) {
            forgetDead();
        }
        Key key = new Key(Thread.currentThread(), name);
        holds.put(key, new ThreadHold(handle));
        // A thread that died holding the lock cannot unlock it: without this its entry would stay.
        handle.onLost(loss -> forgetDead(key), Runnable::run);
    }

    void removeOfCaller(LockName name) {
        holds.remove(new Key(Thread.currentThread(), name));
    }

    /** True while no thread holds anything. */
    boolean isEmpty() {
        return holds.isEmpty();
    }

    /** Those that died after their lock was lost. Twice as many may come until the next time, so that it costs little. */
    private void forgetDead() {
        holds.keySet().forEach(this::forgetDead);
        sweepAt = Math.max(FEW, 2 * holds.size());
    }

    private void forgetDead(Key key) {
        if (!key.thread.isAlive()) {
            holds.remove(key);
        }
    }

    /** The thread itself, not its id: ids are reused. */
    private record Key(Thread thread, LockName name) {}

    /** The hold of one thread, and how often it entered. Touched only by that thread. */
    static final class ThreadHold {
        final LockHandle handle;
        int count = 1;

        private ThreadHold(LockHandle handle) {
            this.handle = handle;
        }
    }
}

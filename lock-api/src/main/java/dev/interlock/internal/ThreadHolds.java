// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockHandle;
import dev.interlock.LockName;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread holds which name how often, through the views of one client. An entry lives from first lock to last unlock. */
final class ThreadHolds {

    private final ConcurrentHashMap<Key, Hold> holds = new ConcurrentHashMap<>();

    @Nullable
    Hold ofCaller(LockName name) {
        return holds.get(new Key(Thread.currentThread(), name));
    }

    void add(LockName name, LockHandle handle) {
        Key key = new Key(Thread.currentThread(), name);
        holds.put(key, new Hold(handle));
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

    private void forgetDead(Key key) {
        if (!key.thread.isAlive()) {
            holds.remove(key);
        }
    }

    /** The thread itself, not its id: ids are reused. */
    private record Key(Thread thread, LockName name) {}

    /** Touched only by its thread. */
    static final class Hold {
        final LockHandle handle;
        int count = 1;

        private Hold(LockHandle handle) {
            this.handle = handle;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import java.util.function.Supplier;

/**
 * A fail-over in memory. Memory has no second server, so the store that takes over is empty.
 *
 * @param store the store whose data is lost
 * @param opener opens backends on it
 */
record MemoryFailOver(MemoryStore store, Supplier<? extends LockBackend> opener) implements FailOver {

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public String description() {
        return "an empty store took the place of the one in memory";
    }

    @Override
    public void holdBack() {
        // The store that takes over is empty in any case: there is nothing to hold back.
    }

    @Override
    public void run() {
        store.clear();
    }

    @Override
    public void close() {
        // Nothing to stop: the store is garbage when its fixture is.
    }
}

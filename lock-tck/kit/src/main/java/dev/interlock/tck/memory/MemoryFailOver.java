// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import java.util.function.Supplier;

/**
 * Memory has no second server: what takes over is empty.
 *
 * @param store what is lost
 * @param opener opens backends on it
 */
record MemoryFailOver(MemoryStore store, Supplier<? extends LockBackend> opener) implements FailOver {

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public boolean keepsGrants() {
        return false;
    }

    @Override
    public String words() {
        return "an empty store took the place of the one in memory";
    }

    @Override
    public void holdBack() {
        // Nothing goes to an empty store.
    }

    @Override
    public void run() {
        store.clear();
    }

    @Override
    public void close() {
        // The store goes with its fixture.
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreWallClock;
import java.time.Duration;
import java.util.function.Supplier;

/** A wall clock beside a store in memory. The store counts its leases by monotonic time and never reads this clock. */
final class MemoryWallClock implements StoreWallClock {

    private final Supplier<? extends LockBackend> opener;
    private volatile Duration ahead = Duration.ZERO;

    MemoryWallClock(Supplier<? extends LockBackend> opener) {
        this.opener = opener;
    }

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public void set(Duration time) {
        ahead = time;
    }

    @Override
    public Duration ahead() {
        return ahead;
    }

    @Override
    public void close() {
        // Nothing to stop: the store is garbage when its fixture is.
    }
}

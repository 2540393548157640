// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.testbed.server.RedisGroup;
import dev.interlock.testbed.server.ServerClock;
import java.time.Duration;
import java.util.function.Supplier;

/** Servers that share a clock of ours, as those that are set by the same wrong time server. */
record RedlockWallClock(ServerClock clock, RedisGroup group, Supplier<LockBackend> opener) implements StoreWallClock {

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public void set(Duration ahead) {
        clock.shift(ahead);
    }

    @Override
    public Duration ahead() {
        long seconds = Long.parseLong(group.server(0).command("TIME").split("\n", -1)[0]);
        return Duration.ofMillis(seconds * 1_000 - System.currentTimeMillis());
    }

    @Override
    public void close() {
        group.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerClock;
import java.time.Duration;
import java.util.function.Function;

/** A Redis with a clock of ours. Keys expire by it. */
record RedisWallClock(ServerClock clock, RedisServer server, Function<String, LockBackend> opener)
        implements StoreWallClock {

    static RedisWallClock start(Function<String, LockBackend> opener) {
        ServerClock clock = ServerClock.make();
        return new RedisWallClock(clock, RedisServer.start(clock), opener);
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(server.uri());
    }

    @Override
    public void set(Duration ahead) {
        clock.shift(ahead);
    }

    @Override
    public Duration ahead() {
        long seconds = Long.parseLong(server.command("TIME").split("\n", -1)[0]);
        return Duration.ofMillis(seconds * 1_000 - System.currentTimeMillis());
    }

    @Override
    public void close() {
        server.close();
    }
}

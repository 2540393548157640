// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.server.RedisGroup;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** A minority is down while a lock is granted; when it is back, one of those that granted it restarts without its data. */
record RedlockFailOver(RedisGroup group, Supplier<LockBackend> opener) implements FailOver {

    @Override
    public LockBackend openBackend() {
        return opener.get();
    }

    @Override
    public String description() {
        return "one of the servers that made the majority restarted without its data";
    }

    @Override
    public void holdBack() {
        minority().forEach(place -> group.server(place).kill());
    }

    @Override
    public void run() {
        group.server(0).restartEmpty();
        minority().forEach(place -> group.server(place).restart());
    }

    private List<Integer> minority() {
        int size = group.servers().size();
        return IntStream.range(size / 2 + 1, size).boxed().toList();
    }

    @Override
    public void close() {
        group.close();
    }
}

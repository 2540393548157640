// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.tck.StoreHooks;
import dev.interlock.testbed.server.RedisGroup;
import java.util.Optional;

/** What an operator could do at all of the servers. */
record RedlockStoreHooks(RedisGroup group) implements StoreHooks {

    /** A minority that keeps the name makes no owner. */
    @Override
    public boolean hasOwner(String name) {
        long keys = group.servers().stream()
                .filter(server -> !server.command("EXISTS", key(name)).equals("0"))
                .count();
        return keys > group.servers().size() / 2;
    }

    @Override
    public void expire(String name) {
        group.servers().forEach(server -> server.command("PEXPIRE", key(name), "0"));
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(group.servers().stream()
                .anyMatch(server -> new RedisStoreHooks(server).hasTrace(name).orElseThrow()));
    }

    @Override
    public void deleteLocks() {
        group.servers().forEach(server -> new RedisStoreHooks(server).deleteLocks());
    }

    @Override
    public void loseData() {
        group.servers().forEach(server -> server.command("FLUSHALL"));
    }

    private static String key(String name) {
        return "interlock:{" + name + "}";
    }
}

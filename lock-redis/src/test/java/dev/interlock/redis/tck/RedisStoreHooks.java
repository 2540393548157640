// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.tck;

import dev.interlock.tck.StoreHooks;
import dev.interlock.testbed.server.RedisServer;
import java.util.Optional;

/** What an operator could do at the server, by raw commands on a connection of its own. */
record RedisStoreHooks(RedisServer server) implements StoreHooks {

    /** A lock that is reserved for a waiter has no owner. */
    @Override
    public boolean hasOwner(String name) {
        return switch (server.command("TYPE", key(name))) {
            case "none" -> false;
            case "string" -> !server.command("GET", key(name)).startsWith("0 ");
            default -> true;
        };
    }

    @Override
    public void expire(String name) {
        server.command("PEXPIRE", key(name), "0");
    }

    @Override
    public Optional<Boolean> hasTrace(String name) {
        return Optional.of(!server.command("KEYS", key(name) + "*").isEmpty());
    }

    @Override
    public void deleteLocks() {
        server.command("KEYS", "interlock:*").lines().forEach(key -> server.command("DEL", key));
    }

    @Override
    public void loseData() {
        server.command("FLUSHALL");
    }

    /** Puts what is no lock and no token under both keys of a lock. False if the server has neither. */
    boolean overwrite(String name) {
        if (server.command("EXISTS", key(name), key(name) + ":token").equals("0")) {
            return false;
        }
        server.command("SET", key(name), "garbage", "KEEPTTL");
        server.command("SET", key(name) + ":token", "garbage", "KEEPTTL");
        return true;
    }

    /** The documented key of a lock whose name needs no escape, as the kit's names do not. */
    static String key(String name) {
        return "interlock:{" + name + "}";
    }
}

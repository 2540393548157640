// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

import java.util.List;
import java.util.stream.Stream;

/**
 * A slot of a cluster that moves from one primary to another, key by key, at the test's pace. Meanwhile the old primary
 * serves the keys that it still has and answers {@code ASK} for others; a request for several keys of which some are
 * missing gets {@code TRYAGAIN}. Not thread-safe.
 */
public final class RedisSlotMove {

    private static final String WITHIN_MILLIS = "5000";
    private static final String ALL = "1000";

    private final RedisCluster cluster;
    private final String slot;
    private final RedisServer from;
    private final RedisServer to;

    private RedisSlotMove(RedisCluster cluster, int slot, RedisServer from, RedisServer to) {
        this.cluster = cluster;
        this.slot = Integer.toString(slot);
        this.from = from;
        this.to = to;
    }

    static RedisSlotMove begin(RedisCluster cluster, int slot, RedisServer from, RedisServer to) {
        RedisSlotMove move = new RedisSlotMove(cluster, slot, from, to);
        to.command("CLUSTER", "SETSLOT", move.slot, "IMPORTING", RedisCluster.idOf(from));
        from.command("CLUSTER", "SETSLOT", move.slot, "MIGRATING", RedisCluster.idOf(to));
        return move;
    }

    /** The primary that serves the slot until it has moved. */
    public RedisServer from() {
        return from;
    }

    /** The primary that gets the slot. */
    public RedisServer to() {
        return to;
    }

    /** Moves one key. */
    public void moveKey(String key) {
        String said = from.command("MIGRATE", to.host(), Integer.toString(to.port()), key, "0", WITHIN_MILLIS);
        if (!said.equals("OK")) {
            throw new IllegalStateException("MIGRATE of " + key + " says " + said);
        }
    }

    /** Moves the remaining keys. */
    public void moveKeys() {
        keys().forEach(this::moveKey);
    }

    private List<String> keys() {
        return Stream.of(from.command("CLUSTER", "GETKEYSINSLOT", slot, ALL).split("\n", -1))
                .filter(key -> !key.isEmpty())
                .toList();
    }

    /** Moves the remaining keys and the slot; returns when all nodes know. */
    public void finish() {
        moveKeys();
        String id = RedisCluster.idOf(to);
        to.command("CLUSTER", "SETSLOT", slot, "NODE", id);
        from.command("CLUSTER", "SETSLOT", slot, "NODE", id);
        cluster.awaitServes(to, Integer.parseInt(slot));
    }
}

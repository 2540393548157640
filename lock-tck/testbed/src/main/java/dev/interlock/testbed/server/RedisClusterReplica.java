// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

/**
 * A replica in a cluster, which can be cut off from its primary and take its place. Stays a part of its cluster, and is
 * closed with it. Safe for use by many threads.
 */
public final class RedisClusterReplica {

    private final RedisCluster cluster;
    private volatile RedisServer primary;
    private final RedisServer server;
    private final int slot;

    /** One of the slots of its primary, by which a fail-over is seen. */
    RedisClusterReplica(RedisCluster cluster, RedisServer primary, RedisServer server, int slot) {
        this.cluster = cluster;
        this.primary = primary;
        this.server = server;
        this.slot = slot;
    }

    /** The replica itself. */
    public RedisServer server() {
        return server;
    }

    /** Waits until everything has arrived here that was written to the primary so far. */
    public void awaitInSync() {
        RedisReplica.awaitInSync(primary, server);
    }

    /**
     * Cuts the replica off: it keeps its data, and nothing that is written to the primary from now on ever arrives. A cluster
     * lets nobody name another primary, so it is a login that the primary refuses.
     */
    public void cutOff() {
        server.command("CONFIG", "SET", "masterauth", "wrong");
        primary.command("CLIENT", "KILL", "TYPE", "replica");
        cluster.await(() -> server.command("INFO", "replication").contains("master_link_status:down"));
    }

    /** Has the replica take over with the agreement of its primary, which follows it then; returns when all nodes know. */
    public void switchOver() {
        server.command("CLUSTER", "FAILOVER");
        cluster.awaitServes(server, slot);
    }

    /** Has it follow another replica of its primary, which took over, and returns when it does. */
    public void follow(RedisClusterReplica promoted) {
        primary = promoted.server;
        String port = "master_port:" + primary.port();
        cluster.await(() -> server.command("INFO", "replication").contains(port));
    }

    /** Has the replica take over with the data that it has, its primary dead or not; returns when all that run know. */
    public void takeOver() {
        server.command("CLUSTER", "FAILOVER", "TAKEOVER");
        cluster.awaitServes(server, slot);
    }
}

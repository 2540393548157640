// SPDX-License-Identifier: Apache-2.0
package dev.interlock.testbed.server;

/**
 * A replica in a cluster, which a test can cut off from its primary and have take the primary's place. It belongs to
 * its cluster, which closes it. Safe for use by many threads.
 */
public final class RedisClusterReplica {

    private final RedisCluster cluster;
    private volatile RedisServer primary;
    private final RedisServer server;
    private final int slot;

    /** A replica, with one slot of its primary that shows a failover. */
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

    /** Waits until the replica has everything that was written to the primary so far. */
    public void awaitInSync() {
        RedisReplica.awaitInSync(primary, server);
    }

    /**
     * Cuts the replica off: it keeps its data and gets no later write of the primary. A cluster does not allow to name
     * another primary, so the replica gets a password that the primary refuses.
     */
    public void cutOff() {
        server.command("CONFIG", "SET", "masterauth", "wrong");
        primary.command("CLIENT", "KILL", "TYPE", "replica");
        cluster.await(() -> server.command("INFO", "replication").contains("master_link_status:down"));
    }

    /**
     * Has the replica take over with the agreement of its primary, which then follows it; returns when all nodes know.
     */
    public void switchOver() {
        server.command("CLUSTER", "FAILOVER");
        cluster.awaitServes(server, slot);
    }

    /** Makes it follow another replica of its primary that took over; returns when it does. */
    public void follow(RedisClusterReplica promoted) {
        primary = promoted.server;
        String port = "master_port:" + primary.port();
        cluster.await(() -> server.command("INFO", "replication").contains(port));
    }

    /**
     * Has the replica take over with the data that it has, whether its primary is dead or not; returns when all running
     * nodes know.
     */
    public void takeOver() {
        server.command("CLUSTER", "FAILOVER", "TAKEOVER");
        cluster.awaitServes(server, slot);
    }
}

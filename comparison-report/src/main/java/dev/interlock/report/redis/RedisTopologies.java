// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.redis.tck.RedisAcknowledgedFixture;
import dev.interlock.redis.tck.RedisClusterFixture;
import dev.interlock.redis.tck.RedisSentinelFixture;
import dev.interlock.redis.tck.RedlockFixture;
import dev.interlock.report.redis.RunningTopology.Topology;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisGroup;
import dev.interlock.testbed.server.RedisReplica;
import dev.interlock.testbed.server.RedisSentinelGroup;
import dev.interlock.testbed.server.RedisServer;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.UnifiedJedis;

/** Locks on several Redis servers. */
final class RedisTopologies {

    private static final String ALL_OF_ONE = "All that one Redis server does not guarantee.";
    private static final int REDLOCK_SERVERS = 3;

    private RedisTopologies() {}

    static RunningTopology acknowledged() {
        RedisServer primary = RedisServer.start();
        RedisReplica replica = RedisReplica.of(primary);
        return new RunningTopology(new Topology(
                () -> {
                    replica.close();
                    primary.close();
                },
                primary,
                "a replica confirms each grant (WAIT)",
                primary.uri() + "?minReplicas=1",
                new RedisAcknowledgedFixture(primary, replica),
                // The script, and the WAIT for replicas.
                2,
                List.of(primary),
                // The driver's client gives no control over the connection of a WAIT.
                null,
                List.of(
                        "A lock across the promotion of a replica that is not the one which confirmed.",
                        "Progress while too few replicas are there.",
                        ALL_OF_ONE)));
    }

    static RunningTopology sentinel() {
        RedisSentinelGroup group = RedisSentinelGroup.start(RedisSentinelFixture.DOWN_AFTER);
        return new RunningTopology(new Topology(
                group,
                group.primary(),
                "with a replica and 3 sentinels",
                group.uri(),
                new RedisSentinelFixture(group),
                1,
                List.of(group.primary()),
                () -> RawClient.of(new RawRedis(group.primary()).client()),
                List.of(
                        "A lock across a switch: the replica that Sentinels promote may not know a grant.",
                        "One primary at a time: one that is cut off from its Sentinels goes on granting until it is"
                                + " demoted, unless min-replicas-to-write is set.",
                        ALL_OF_ONE)));
    }

    static RunningTopology cluster() {
        RedisCluster cluster = RedisCluster.start();
        return new RunningTopology(new Topology(
                cluster,
                cluster.primaries().get(0),
                "a cluster of " + cluster.primaries().size() + " primaries",
                cluster.uri(),
                new RedisClusterFixture(cluster),
                1,
                cluster.primaries(),
                () -> RawClient.of(raw(cluster.primaries().get(0))),
                List.of(
                        "A lock across the promotion of a replica: it may not know a grant.",
                        "One primary of a slot at a time: one that is cut off goes on granting for the time-out of"
                                + " nodes.",
                        ALL_OF_ONE)));
    }

    /** With the same number of connections to a node as the library has. */
    private static UnifiedJedis raw(RedisServer node) {
        return RedisClusterClient.builder()
                .nodes(Set.of(new HostAndPort(node.host(), node.port())))
                .poolConfig(RawRedis.pool())
                .build();
    }

    static RunningTopology redlock() {
        RedisGroup group = RedisGroup.start(REDLOCK_SERVERS);
        return new RunningTopology(new Topology(
                group,
                group.server(0),
                REDLOCK_SERVERS + " independent servers",
                "redlock:" + group.joined(RedisServer::uri),
                new RedlockFixture(group),
                1,
                // Each server runs one script for a hold, all at the same time.
                List.of(group.server(0)),
                () -> RedlockBaseline.over(group.servers()),
                List.of(
                        "A lock when one server of the majority restarts without its data, or its clock jumps.",
                        "Growing tokens after a majority lost its data with clocks that are behind.",
                        "Progress without a majority; order between clients.")));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.mutants;

import dev.interlock.mutants.Mutant;
import dev.interlock.redis.tck.RedisClusterFixture;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;

/** The broken locks that are so in a cluster only. */
final class ClusterMutants {

    private ClusterMutants() {}

    static List<Mutant> all() {
        return List.of(
                new Mutant(
                        "redis-cluster-moved-is-busy",
                        "a redirection is reported as held by another: a free lock is never granted",
                        Set.of(Rule.ACQ_3),
                        () -> new RedisFixture(Nodes.REPLICA, SimpleRedis.STEPS, MovedIsBusy::new)),
                new Mutant(
                        "redis-cluster-resends-release",
                        "a release without an answer is sent again, and the next answer counts, as by a driver's default",
                        Set.of(Rule.REL_5),
                        () -> new Resending(new RedisClusterFixture(Nodes.CLUSTER))));
    }

    /** Knows one node, which serves no slot. */
    private static final class MovedIsBusy extends SimpleRedis {
        private MovedIsBusy(String uri) {
            super(uri);
        }

        @Override
        AcquireOutcome failed(JedisException e) {
            return e instanceof JedisMovedDataException
                    ? new AcquireOutcome.Contended(Duration.ofMillis(100))
                    : super.failed(e);
        }
    }

    /** Jedis' default in a cluster. On a busy machine the repetition that a rule holds back is given up, too. */
    private static final int DRIVERS_ATTEMPTS = 5;

    private static final class Resending extends ForwardingFixture {
        private Resending(RedisClusterFixture to) {
            super(to);
        }

        @Override
        protected LockBackend decorated(LockBackend backend) {
            return new ForwardingBackend(backend) {
                @Override
                public ReleaseOutcome release(Attempt attempt) {
                    ReleaseOutcome outcome = super.release(attempt);
                    for (int sent = 1; sent < DRIVERS_ATTEMPTS && outcome instanceof ReleaseOutcome.Unknown; sent++) {
                        outcome = super.release(attempt);
                    }
                    return outcome;
                }
            };
        }
    }

    /** Loaded, and so started, with the first mutant that runs; they end with the JVM. */
    private static final class Nodes {
        private static final RedisCluster CLUSTER = RedisCluster.start();
        private static final RedisServer REPLICA =
                CLUSTER.replicate(CLUSTER.primaries().get(0)).server();
    }
}

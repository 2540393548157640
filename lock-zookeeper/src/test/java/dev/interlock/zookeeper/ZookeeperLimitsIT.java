// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RenewResult;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.tck.ZookeeperOperator;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Perms;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Row Z10: limits of the servers and of the protocol that an operator, or very many others, may reach. */
class ZookeeperLimitsIT {

    private static final AcquireOptions ONE_TRY = AcquireOptions.waitAtMost(Duration.ZERO);
    private static final List<ACL> OPEN = Collections.singletonList(new ACL(Perms.ALL, new Id("world", "anyone")));
    private static final String QUOTA = "/zookeeper/quota/interlock";
    private static final Duration SOON = Duration.ofMinutes(1);

    /** Of names with 48 characters: more than the megabyte that a client takes in one answer by default. */
    private static final int TOO_MANY = 21_000;

    private static LockClient connect(ZookeeperServers servers) {
        return LockClient.connect("zookeeper://" + servers.servers().get(0).connectString() + "?timeout=10s");
    }

    /** What setquota of ZooKeeper's shell does: a node for the limits, and one in which the server counts. */
    private static void limitNodes(ZookeeperServers servers, long count) {
        servers.operator().ask(session -> {
            byte[] limits = ("count=-1,bytes=-1=;byteHardLimit=-1;countHardLimit=" + count).getBytes(US_ASCII);
            if (session.exists(QUOTA, false) == null) {
                session.create(QUOTA, new byte[0], OPEN, CreateMode.PERSISTENT);
                session.create(QUOTA + "/zookeeper_limits", limits, OPEN, CreateMode.PERSISTENT);
                byte[] stats = "count=0,bytes=0".getBytes(US_ASCII);
                session.create(QUOTA + "/zookeeper_stats", stats, OPEN, CreateMode.PERSISTENT);
            }
            return session.setData(QUOTA + "/zookeeper_limits", limits, -1);
        });
    }

    @Test
    @DisplayName("Z10: with a quota that is used up nothing is granted and nothing left, and held locks are given back")
    void a_quota_that_is_used_up_refuses_and_leaves_nothing() throws InterruptedException {
        try (ZookeeperServers servers = ZookeeperServers.of(ZookeeperServer.start("enforceQuota=true"));
                LockClient client = connect(servers)) {
            LockHandle held = client.lock("held").acquire(ONE_TRY);
            limitNodes(servers, 3);
            assertThatThrownBy(() -> client.lock("refused").acquire(ONE_TRY))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("has a quota that is used up (QUOTAEXCEEDED): raise the quota of the base");
            assertThat(servers.operator().nodes("refused")).isEmpty();
            assertThat(held.renew(Duration.ofSeconds(5))).isEqualTo(RenewResult.RENEWED);
            held.close();
            limitNodes(servers, 100);
            assertThat(client.lock("refused").acquire(ONE_TRY).state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    @Tag("matrix")
    @DisplayName("Z10: a queue of more than a megabyte is read like any other, and costs no other lock of the client")
    void a_queue_of_more_than_a_megabyte_costs_no_other_lock() throws InterruptedException {
        try (ZookeeperServers servers = ZookeeperServers.of(ZookeeperServer.start());
                LockClient client = connect(servers)) {
            servers.operator().warm("crowded");
            crowd(servers, "crowded");
            LockHandle held = client.lock("held").acquire(ONE_TRY);
            assertThatThrownBy(() -> client.lock("crowded").acquire(ONE_TRY))
                    .isInstanceOf(LockTimeoutException.class)
                    .hasMessageContaining("held by another owner");
            assertThat(held.renew(Duration.ofSeconds(5))).isEqualTo(RenewResult.RENEWED);
            assertThat(held.state()).isEqualTo(HandleState.HELD);
        }
    }

    private static void crowd(ZookeeperServers servers, String name) {
        String prefix = ZookeeperOperator.parent(name) + "/lock-" + "0".repeat(32) + "-";
        servers.operator().ask(session -> {
            CountDownLatch created = new CountDownLatch(TOO_MANY);
            for (int i = 0; i < TOO_MANY; i++) {
                session.create(
                        prefix,
                        new byte[0],
                        OPEN,
                        CreateMode.PERSISTENT_SEQUENTIAL,
                        (rc, path, context, node) -> created.countDown(),
                        null);
            }
            return created.await(SOON.toSeconds(), TimeUnit.SECONDS);
        });
    }
}

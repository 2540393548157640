// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.zookeeper.node.ZookeeperPaths;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import dev.interlock.zookeeper.session.ZookeeperConnection;
import dev.interlock.zookeeper.session.ZookeeperErrors;
import dev.interlock.zookeeper.session.ZookeeperOrphans;
import dev.interlock.zookeeper.session.ZookeeperRequests;
import dev.interlock.zookeeper.session.ZookeeperSession;
import java.io.IOException;
import java.time.Duration;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which answers of the servers become a grant; without servers, since no request is needed for that. */
class ZookeeperGrantsTest {

    /** A port on which no server can listen. */
    private static final String NOWHERE = "127.0.0.1:1";

    private static final int SESSION_MILLIS = 30_000;

    private final ManualClock clock = new ManualClock();
    private final ZookeeperOrphans orphans = new ZookeeperOrphans();
    private final Attempt attempt =
            Attempt.of(new LockName("granted"), AttemptId.random(), Duration.ofSeconds(20), 1, null);
    private final String path = "/interlock/granted/lock-" + attempt.id().text() + "-0000000007";
    private CuratorFramework client;
    private ZookeeperGrants grants;

    @BeforeEach
    void start() {
        client = CuratorFrameworkFactory.newClient(NOWHERE, SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(1));
        client.start();
        ZookeeperErrors errors = new ZookeeperErrors("zookeeper at " + NOWHERE, false);
        grants = new ZookeeperGrants(
                ZookeeperConnection.borrowed(client, ZookeeperLockOptions.STANDARD, errors),
                new ZookeeperHolds(new StandaloneContext(clock), orphans),
                orphans,
                errors);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private AcquireOutcome granted(ZooKeeper session, long czxid) {
        ZookeeperRequests requests = new ZookeeperRequests(session, ZookeeperAccess.OPEN);
        ZookeeperPaths paths = ZookeeperPaths.of("", "interlock");
        return grants.grant(
                new ZookeeperSession(requests, paths, paths.lock(attempt.name()), attempt, clock, clock.nanoTime()),
                path,
                czxid,
                clock.nanoTime());
    }

    @Test
    void a_node_of_the_present_session_is_granted() throws Exception {
        assertThat(granted(client.getZookeeperClient().getZooKeeper(), 5)).isInstanceOf(Granted.class);
    }

    @Test
    void a_node_of_a_session_that_the_client_has_left_is_not() throws IOException, InterruptedException {
        ZooKeeper former = new ZooKeeper(NOWHERE, SESSION_MILLIS, event -> {});
        try {
            assertThat(granted(former, 5))
                    .isInstanceOfSatisfying(
                            Refused.class,
                            refused -> assertThat(refused.retryable()).isTrue());
        } finally {
            former.close();
        }
    }

    @Test
    void a_node_that_was_made_too_late_for_a_token_is_deleted() throws Exception {
        assertThat(granted(client.getZookeeperClient().getZooKeeper(), Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused -> assertThat(refused.retryable()).isFalse());
        // Still to be deleted, since no server answers.
        assertThat(orphans.forget(attempt.id())).isNotNull();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.Test;

/** The limit of a step includes its wait for a connection. */
class ZookeeperSessionsIT {

    private static final int SESSION_MILLIS = 60_000;
    private static final Duration TIMEOUT = Duration.ofSeconds(50);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ManualClock clock = new ManualClock();

    @Test
    void a_step_that_waited_for_a_connection_has_the_less_time_for_answers() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start();
                GateProxy proxy = GateProxy.zookeeper(server.host(), server.port());
                CuratorFramework client = CuratorFrameworkFactory.newClient(
                        "127.0.0.1:" + proxy.port(), SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(1))) {
            client.start();
            ZookeeperLockOptions options = ZookeeperLockOptions.STANDARD;
            ZookeeperConnection connection =
                    ZookeeperConnection.borrowed(client, options, new ZookeeperErrors("zookeeper", false));
            connection.start((any, state) -> {});
            ZookeeperSessions sessions = new ZookeeperSessions(connection, connection.paths(), clock, TIMEOUT);
            sessions.current(attempt(), "not begun");
            proxy.refuseConnections();
            proxy.cutAll();
            await().atMost(LIMIT).until(() -> !client.getZookeeperClient().isConnected());

            long begunNanos = clock.nanoTime();
            FutureTask<ZookeeperSession> step = new FutureTask<>(() -> sessions.current(attempt(), "not begun"));
            Thread waiting = new Thread(step, "waits for a connection");
            waiting.start();
            await().atMost(LIMIT).until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
            clock.advance(Duration.ofSeconds(5));
            proxy.heal();
            assertThat(step.get(LIMIT.toSeconds(), TimeUnit.SECONDS).endNanos())
                    .isEqualTo(begunNanos + TIMEOUT.toNanos());
        }
    }

    private static Attempt attempt() {
        return Attempt.of(new LockName("waits"), AttemptId.random(), Duration.ofSeconds(20), 1, null);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.ZooKeeper.States;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A client gives its session up after an outage that was longer than that; the servers, back again, do not know. */
class ZookeeperAbandonedSessionIT {

    private static final int SESSION_MILLIS = 8_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    @DisplayName("Z11: nodes of a session that was given up are deleted by the next session, not by the end of theirs")
    void no_client_waits_for_the_nodes_of_a_session_that_its_client_gave_up() throws Exception {
        try (ZookeeperServer server = ZookeeperServer.start();
                CuratorFramework client = started(server)) {
            CompletableFuture<Void> givenUp = new CompletableFuture<>();
            client.getConnectionStateListenable().addListener((any, state) -> {
                if (state == ConnectionState.LOST) {
                    givenUp.complete(null);
                }
            });
            try (ZookeeperLockBackend backend = ZookeeperLockBackend.using(client, ZookeeperLockOptions.STANDARD)) {
                backend.start(new StandaloneContext());
                assertThat(backend.tryAcquire(attempt("held"))).isInstanceOf(Granted.class);
                assertThat(backend.tryAcquire(attempt("waited-for"))).isInstanceOf(Granted.class);
                Contest waiter = backend.contest(attempt("waited-for"));
                assertThat(waiter.attempt()).isInstanceOf(Contended.class);
                ZooKeeper former = client.getZookeeperClient().getZooKeeper();
                server.kill();
                givenUp.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
                // Otherwise the server, back again, would get the end of the session.
                await().atMost(LIMIT).until(() -> !former.getState().isAlive());
                server.restart();
                // Not before: a client whose connection a starting server accepts, and then leaves unanswered, tries
                // again only after two thirds of the session's time. The session could end meanwhile.
                ZooKeeper keeper = keeping(former, server);
                try {
                    await().atMost(LIMIT).until(() -> keeper.getState() == States.CONNECTED);
                    await().atMost(LIMIT).until(() -> backend.tryAcquire(attempt("held")) instanceof Granted);
                    await().atMost(LIMIT).until(() -> waiter.attempt() instanceof Granted);
                    assertThat(server.word("dump"))
                            .as("what the server keeps when both locks are granted again")
                            .contains("0x" + Long.toHexString(former.getSessionId()));
                } finally {
                    keeper.close(SESSION_MILLIS);
                }
            }
        }
    }

    /** Has the session live on at the server, as it does for a while by itself. */
    private static ZooKeeper keeping(ZooKeeper session, ZookeeperServer server) throws IOException {
        return new ZooKeeper(
                server.connectString(),
                SESSION_MILLIS,
                event -> {},
                session.getSessionId(),
                session.getSessionPasswd());
    }

    private static CuratorFramework started(ZookeeperServer server) {
        CuratorFramework client = CuratorFrameworkFactory.newClient(
                server.connectString(), SESSION_MILLIS, SESSION_MILLIS, new RetryOneTime(1));
        client.start();
        return client;
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), Duration.ofSeconds(4), 1, null);
    }
}

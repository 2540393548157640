// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperOperator;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of holds when connections and sessions end, with a client that the application shares. */
class ZookeeperSessionIT {

    /** Longer than a server needs to start again on a loaded machine. */
    private static final int SESSION_MILLIS = 60_000;

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static ZookeeperServers servers;

    private final StandaloneContext context = new StandaloneContext();
    private CuratorFramework shared;
    private ZookeeperLockBackend backend;

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start("-Dznode.container.checkIntervalMs=200"));
    }

    @AfterAll
    static void stopServer() {
        if (servers != null) {
            servers.close();
        }
    }

    @BeforeEach
    void start() {
        shared = CuratorFrameworkFactory.builder()
                .connectString(servers.connectString())
                .sessionTimeoutMs(SESSION_MILLIS)
                .connectionTimeoutMs(SESSION_MILLIS)
                .retryPolicy(new RetryOneTime(1))
                .build();
        shared.start();
        backend = ZookeeperLockBackend.using(shared, ZookeeperLockOptions.STANDARD);
        backend.start(context);
    }

    @AfterEach
    void stop() {
        backend.close();
        shared.close();
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    private Grant granted(Attempt attempt) {
        return ((Granted) backend.tryAcquire(attempt)).grant();
    }

    /** As ZooKeeper's documentation advises for tests: a second handle on the session, which is closed. */
    private void endSession() throws Exception {
        ZooKeeper session = shared.getZookeeperClient().getZooKeeper();
        CompletableFuture<Void> connected = new CompletableFuture<>();
        ZooKeeper second = new ZooKeeper(
                servers.connectString(),
                SESSION_MILLIS,
                event -> connected.complete(null),
                session.getSessionId(),
                session.getSessionPasswd());
        connected.get();
        second.close();
    }

    @Test
    void the_end_of_the_session_is_a_loss_and_the_next_session_owns_nothing_of_it() throws Exception {
        Attempt attempt = attempt("session-end");
        Grant grant = granted(attempt);
        endSession();
        await().atMost(LIMIT).until(() -> context.lost().contains(attempt.id()));
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.NotOwner.class);
        Grant next = granted(attempt("session-end"));
        assertThat(next.token()).isGreaterThan(grant.token());
    }

    @Test
    void a_waiter_whose_session_ends_queues_up_again() throws Exception {
        Attempt holder = attempt("waiter-session");
        try (ZookeeperLockBackend other = ZookeeperLockBackend.connecting(ZookeeperLockOptions.STANDARD.withServer(
                ZookeeperLockOptions.Server.STANDARD.at(servers.connectString())))) {
            other.start(new StandaloneContext());
            assertThat(other.tryAcquire(holder)).isInstanceOf(Granted.class);
            Contest contest = backend.contest(attempt("waiter-session"));
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            endSession();
            contest.signal().toCompletableFuture().get();
            await().atMost(LIMIT).until(() -> contest.attempt() instanceof AcquireOutcome.Contended);
            assertThat(servers.operator().nodes("waiter-session")).hasSize(2);
            assertThat(other.release(holder)).isInstanceOf(ReleaseOutcome.Released.class);
            contest.signal().toCompletableFuture().get();
            assertThat(contest.attempt()).isInstanceOf(Granted.class);
            contest.close();
        }
    }

    @Test
    void a_broken_connection_is_a_doubt_at_once_and_no_loss() {
        Attempt attempt = attempt("restart");
        Grant grant = granted(attempt);
        servers.servers().get(0).kill();
        await().atMost(LIMIT).until(() -> context.uncertain().contains(attempt.id()));
        servers.servers().get(0).restart();
        await().atMost(LIMIT).until(() -> backend.renew(grant, LEASE) instanceof RenewOutcome.Renewed);
        assertThat(context.lost()).isEmpty();
        assertThat(backend.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
    }

    @Test
    void a_node_that_another_client_deletes_is_a_loss_without_any_renewal() {
        Attempt attempt = attempt("deleted");
        granted(attempt);
        servers.operator().delete(servers.operator().nodes("deleted").get(0));
        await().atMost(LIMIT).until(() -> context.lost().contains(attempt.id()));
    }

    @Test
    void a_waiter_whose_node_another_client_deletes_queues_again_when_it_looks() throws Exception {
        Attempt holder = attempt("waiters-node");
        granted(holder);
        Attempt second = attempt("waiters-node");
        Attempt third = attempt("waiters-node");
        try (Contest before = backend.contest(second);
                Contest contest = backend.contest(third)) {
            assertThat(before.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            servers.operator().delete(servers.operator().nodes("waiters-node").get(2));
            servers.operator().delete(servers.operator().nodes("waiters-node").get(1));
            contest.signal().toCompletableFuture().get();
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(servers.operator().nodes("waiters-node"))
                    .hasSize(2)
                    .last()
                    .asString()
                    .contains(third.id().text());
        }
    }

    /** It is granted the lock by the end of the holder's node, without a look. */
    @Test
    void the_next_in_line_whose_node_another_client_deletes_notices_it_as_a_holder_does() throws Exception {
        Attempt holder = attempt("next-node");
        granted(holder);
        Attempt next = attempt("next-node");
        try (Contest contest = backend.contest(next)) {
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            servers.operator().delete(servers.operator().nodes("next-node").get(1));
            backend.release(holder);
            contest.signal().toCompletableFuture().get();
            assertThat(contest.attempt()).isInstanceOf(Granted.class);
        }
        await().atMost(LIMIT).until(() -> context.lost().contains(next.id()));
        assertThat(backend.release(next)).isInstanceOf(ReleaseOutcome.NotOwner.class);
    }

    @Test
    void neither_a_release_nor_the_end_of_a_lease_is_reported_as_a_loss() {
        Attempt released = attempt("released");
        granted(released);
        backend.release(released);
        Attempt ended = Attempt.of(new LockName("ended"), AttemptId.random(), Duration.ofSeconds(3), 1, null);
        assertThat(backend.tryAcquire(ended)).isInstanceOf(Granted.class);
        await().atMost(LIMIT).until(() -> servers.operator().nodes("ended").isEmpty());
        assertThat(context.lost()).isEmpty();
    }

    @Test
    void a_parent_that_was_reaped_comes_back_and_tokens_grow_on() {
        Attempt first = attempt("reaped");
        Grant before = granted(first);
        backend.release(first);
        await().atMost(LIMIT)
                .until(() -> servers.operator()
                        .ask(session -> session.exists(ZookeeperOperator.parent("reaped"), false) == null));
        assertThat(granted(attempt("reaped")).token()).isGreaterThan(before.token());
        Contest contest = backend.contest(attempt("never-used"));
        assertThat(contest.attempt()).isInstanceOf(Granted.class);
    }

    @Test
    void a_call_on_the_event_thread_is_refused_instead_of_waiting_for_itself() throws Exception {
        CompletableFuture<AcquireOutcome> outcome = new CompletableFuture<>();
        shared.getZookeeperClient()
                .getZooKeeper()
                .exists(
                        "/",
                        false,
                        (rc, path, any, stat) -> outcome.complete(backend.tryAcquire(attempt("event"))),
                        null);
        assertThat(outcome.get())
                .isInstanceOfSatisfying(
                        AcquireOutcome.Refused.class,
                        refused -> assertThat(refused.cause()).hasMessageContaining("event thread"));
    }

    @Test
    void a_shared_client_stays_open_and_keeps_nothing_of_ours() {
        granted(attempt("shared"));
        backend.close();
        await().atMost(LIMIT).until(() -> servers.operator().nodes("shared").isEmpty());
        assertThat(shared.getZookeeperClient().isConnected()).isTrue();
    }
}

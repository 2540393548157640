// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
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

/** What becomes of locks that several hold when connections, sessions and servers end. */
class ZookeeperShareSessionIT {

    /** Longer than a server needs to start again on a loaded machine. */
    private static final int SESSION_MILLIS = 60_000;

    private static final Duration SHORT_SESSION = Duration.ofSeconds(6);
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static ZookeeperServers servers;

    private final StandaloneContext context = new StandaloneContext();
    private CuratorFramework shared;
    private ZookeeperLockBackend backend;
    private ZookeeperLockBackend other;
    private ShareSteps shares;
    private ShareSteps others;

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
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
        shares = backend.shares().orElseThrow();
        other = ZookeeperLockBackend.connecting(ZookeeperLockOptions.STANDARD.withServer(
                ZookeeperLockOptions.Server.STANDARD.at(servers.connectString())));
        other.start(new StandaloneContext());
        others = other.shares().orElseThrow();
    }

    @AfterEach
    void stop() {
        backend.close();
        shared.close();
        other.close();
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(Granted.class);
        return ((Granted) outcome).grant();
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
    void the_end_of_a_readers_session_is_its_loss_and_the_turn_of_the_writer() throws Exception {
        Attempt reader = attempt("session-end");
        Grant grant = granted(shares.tryAcquire(reader, Share.READ));
        try (Contest writer = others.contest(attempt("session-end"), Share.WRITE)) {
            assertThat(writer.attempt()).isInstanceOf(Contended.class);
            endSession();
            assertThat(writer.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            assertThat(granted(writer.attempt()).token()).isGreaterThan(grant.token());
        }
        await().atMost(LIMIT).until(() -> context.lost().contains(reader.id()));
        assertThat(shares.renew(grant, LEASE).outcome()).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(shares.release(reader)).isInstanceOf(ReleaseOutcome.NotOwner.class);
    }

    @Test
    void a_waiter_whose_session_ends_queues_up_again() throws Exception {
        Attempt holder = attempt("waiter-session");
        granted(others.tryAcquire(holder, Share.WRITE));
        try (Contest reader = shares.contest(attempt("waiter-session"), Share.READ)) {
            assertThat(reader.attempt()).isInstanceOf(Contended.class);
            endSession();
            assertThat(reader.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            await().atMost(LIMIT).until(() -> reader.attempt() instanceof Contended);
            assertThat(servers.operator().nodes("waiter-session%shares")).hasSize(2);
            assertThat(others.release(holder)).isInstanceOf(ReleaseOutcome.Released.class);
            assertThat(reader.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            granted(reader.attempt());
        }
    }

    @Test
    void a_restart_of_the_server_is_a_doubt_at_once_and_no_loss_of_readers_or_places() {
        Grant first = granted(shares.tryAcquire(attempt("restart"), Share.READ));
        Grant second = granted(others.tryAcquire(attempt("restart"), Share.READ));
        try (Contest writer = others.contest(attempt("restart"), Share.WRITE)) {
            assertThat(writer.attempt()).isInstanceOf(Contended.class);
            servers.servers().get(0).kill();
            await().atMost(LIMIT)
                    .until(() -> context.uncertain().contains(first.attempt().id()));
            servers.servers().get(0).restart();
            await().atMost(LIMIT).until(() -> shares.renew(first, LEASE).outcome() instanceof RenewOutcome.Renewed);
            assertThat(context.lost()).isEmpty();
            assertThat(shares.renew(first, LEASE).wanted()).isTrue();
            assertThat(shares.inspect(new LockName("restart"))).hasSize(2);
            await().atMost(LIMIT).until(() -> writer.attempt() instanceof Contended);
            // Released, or already deleted after an outcome that is unknown: a connection may break once more.
            await().atMost(LIMIT).until(() -> !(shares.release(first.attempt()) instanceof ReleaseOutcome.Unknown));
            await().atMost(LIMIT).until(() -> !(others.release(second.attempt()) instanceof ReleaseOutcome.Unknown));
            await().atMost(LIMIT).until(() -> writer.attempt() instanceof Granted);
        }
    }

    @Test
    void a_holders_node_that_another_client_deletes_is_its_loss() {
        Attempt reader = attempt("deleted");
        granted(shares.tryAcquire(reader, Share.READ));
        servers.operator().delete(servers.operator().nodes("deleted%shares").get(0));
        await().atMost(LIMIT).until(() -> context.lost().contains(reader.id()));
    }

    /** As a client that was killed: no word of it reaches the server. */
    @Test
    void a_reader_that_is_cut_off_stops_believing_before_the_writer_is_granted_the_lock() throws Exception {
        ZookeeperServer server = servers.servers().get(0);
        try (GateProxy proxy = GateProxy.zookeeper(server.host(), server.port());
                LockClient cutOff = client("127.0.0.1:" + proxy.port());
                LockClient reading = client(server.connectString());
                LockClient writing = client(server.connectString())) {
            LockHandle lost = cutOff.readWrite("hole").read().tryAcquire().orElseThrow();
            LockHandle reader = reading.readWrite("hole").read().tryAcquire().orElseThrow();
            proxy.blackhole();
            CompletableFuture<LockHandle> writer =
                    writing.readWrite("hole").write().acquireAsync(AcquireOptions.waitAtMost(LIMIT));
            await().atMost(LIMIT).until(() -> lost.state() == HandleState.LOST);
            assertThat(reader.state()).isEqualTo(HandleState.HELD);
            assertThat(writer.isDone()).isFalse();
            reader.close();
            LockHandle next = writer.get();
            assertThat(lost.remaining()).isZero();
            assertThat(next.fencingToken()).isGreaterThan(lost.fencingToken());
            assertThat(next.fencingToken()).isGreaterThan(reader.fencingToken());
            next.close();
        }
    }

    private static LockClient client(String address) {
        return LockClient.connect(LockSettings.of("zookeeper://" + address)
                .withOption("sessionTimeout", SHORT_SESSION.toMillis() + "ms"));
    }
}

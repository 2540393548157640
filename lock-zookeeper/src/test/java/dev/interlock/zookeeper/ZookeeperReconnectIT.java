// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Granted;
import dev.interlock.spi.AcquireOutcome.Unknown;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Contest;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.testbed.wire.Message;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.client.ZKClientConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a broken connection left undone is done when the client is connected again, in the same session. */
class ZookeeperReconnectIT {

    private static final int SESSION_MILLIS = 60_000;
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** For a loaded machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ZookeeperServers servers;

    private final ManualClock clock = new ManualClock();
    private final StandaloneContext context = new StandaloneContext(clock);
    private GateProxy proxy;
    private CuratorFramework shared;
    private ZookeeperLockBackend backend;

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
    void connect() {
        ZookeeperServer server = servers.servers().get(0);
        proxy = GateProxy.zookeeper(server.host(), server.port());
        // An application may have switched off that ZooKeeper's client repeats its watches by itself.
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.DISABLE_AUTO_WATCH_RESET, "true");
        shared = CuratorFrameworkFactory.builder()
                .connectString("127.0.0.1:" + proxy.port())
                .sessionTimeoutMs(SESSION_MILLIS)
                .connectionTimeoutMs(SESSION_MILLIS)
                .retryPolicy(new RetryOneTime(1))
                .zkClientConfig(config)
                .build();
        shared.start();
        backend = started(shared);
    }

    private ZookeeperLockBackend started(CuratorFramework client) {
        ZookeeperLockBackend started = ZookeeperLockBackend.using(
                client,
                new ZookeeperLockOptions(
                        ZookeeperLockOptions.Server.STANDARD,
                        ZookeeperLockOptions.STANDARD.base(),
                        ZookeeperLockOptions.Access.OPEN,
                        PATIENCE,
                        LIMIT));
        started.start(context);
        return started;
    }

    @AfterEach
    void disconnect() {
        proxy.heal();
        backend.close();
        shared.close();
        proxy.close();
    }

    private static Attempt attempt(String name) {
        servers.operator().warm(name);
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    private Attempt held(String name) {
        Attempt attempt = attempt(name);
        assertThat(backend.tryAcquire(attempt)).isInstanceOf(Granted.class);
        return attempt;
    }

    private static List<String> nodes(Attempt attempt) {
        return servers.operator().nodes(attempt.name().value());
    }

    @Test
    void the_watch_of_a_hold_that_did_not_reach_the_server_is_asked_for_again() throws Exception {
        Attempt attempt = held("watched");
        long before = looks();
        Gate watch = proxy.onRequest(Message.named("getChildren")).dropRequest(ConnectionEnding.CUT);
        // A hold is watched when it is no longer a short one.
        clock.advance(Duration.ofMillis(200));
        watch.awaitReached(LIMIT);
        await().atMost(LIMIT).until(() -> looks() == before + 2);
        nodes(attempt).forEach(servers.operator()::delete);
        await().atMost(LIMIT).until(() -> context.lost().contains(attempt.id()));
    }

    private long looks() {
        return proxy.recentCommands().stream().filter("getChildren"::equals).count();
    }

    @Test
    void a_waiter_asks_again_for_the_watch_that_the_connection_took_along() {
        Attempt holder = held("waited-for");
        try (Contest contest = backend.contest(attempt("waited-for"))) {
            assertThat(contest.attempt()).isInstanceOf(Contended.class);
            proxy.cutAll();
            await().atMost(LIMIT).until(() -> contest.attempt() instanceof Contended);
            nodes(holder).stream().findFirst().ifPresent(servers.operator()::delete);
            assertThat(contest.signal().toCompletableFuture()).succeedsWithin(LIMIT);
            assertThat(contest.attempt()).isInstanceOf(Granted.class);
        }
    }

    @Test
    void a_waiter_that_leaves_without_the_reply_to_its_entry_leaves_no_node() {
        Attempt attempt = attempt("entered");
        proxy.onRequest(Message.named("multi")).dropReply(ConnectionEnding.CUT);
        try (Contest contest = backend.contest(attempt)) {
            assertThat(contest.attempt()).isInstanceOf(Unknown.class);
            assertThat(nodes(attempt)).hasSize(1);
        }
        await().atMost(LIMIT).until(() -> nodes(attempt).isEmpty());
    }

    @Test
    void what_is_released_without_a_connection_is_deleted_when_it_is_back() {
        Attempt one = held("released");
        List<Attempt> many =
                Stream.of("released-1", "released-2").map(this::held).toList();
        proxy.refuseConnections();
        proxy.cutAll();
        await().atMost(LIMIT).until(() -> context.uncertain().contains(one.id()));
        assertThat(withoutWaiting(() -> List.of(backend.release(one))))
                .hasOnlyElementsOfType(ReleaseOutcome.Unknown.class);
        assertThat(withoutWaiting(() -> backend.bulk().orElseThrow().releaseAll(many)))
                .hasSize(2)
                .hasOnlyElementsOfType(ReleaseOutcome.Unknown.class);
        proxy.heal();
        Stream.concat(Stream.of(one), many.stream())
                .forEach(each -> await().atMost(LIMIT).until(() -> nodes(each).isEmpty()));
    }

    /** An interrupted thread does not wait for a connection. */
    private static <T> T withoutWaiting(Supplier<T> step) {
        Thread.currentThread().interrupt();
        try {
            return step.get();
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}

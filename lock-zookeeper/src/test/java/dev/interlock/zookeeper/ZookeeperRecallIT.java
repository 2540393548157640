// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockSettings;
import dev.interlock.LockUnavailableException;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Locks that a client retains, and other clients that want them. Sessions last so long that only a recall can be the
 * reason if another client gets the lock.
 */
class ZookeeperRecallIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int SESSION_MILLIS = 3_600_000;

    private static final AcquireOptions RETAINING = AcquireOptions.waitAtMost(Duration.ofMinutes(2))
            .withLease(Duration.ofMillis(SESSION_MILLIS))
            .withRetention(Duration.ofMinutes(50));

    private static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(LIMIT).withLease(Duration.ofMillis(SESSION_MILLIS));

    private static ZookeeperServers servers;

    private GateProxy proxy;
    private LockClient retaining;
    private LockClient other;

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start("maxSessionTimeout=" + SESSION_MILLIS));
    }

    @AfterAll
    static void stopServer() {
        if (servers != null) {
            servers.close();
        }
    }

    @BeforeEach
    void start() {
        ZookeeperServer server = servers.servers().get(0);
        proxy = GateProxy.zookeeper(server.host(), server.port());
        retaining = client("127.0.0.1:" + proxy.port(), RETAINING);
        other = client(server.connectString(), WAITING);
    }

    @AfterEach
    void stop() {
        proxy.heal();
        retaining.close();
        other.close();
        proxy.close();
    }

    private static LockClient client(String address, AcquireOptions defaults) {
        return LockClient.connect(LockSettings.of("zookeeper://" + address)
                .withOption("sessionTimeout", SESSION_MILLIS + "ms")
                .withClient(options(defaults)));
    }

    private static ClientOptions options(AcquireOptions defaults) {
        return ClientOptions.STANDARD.withDefaults(defaults).withHolderHint("a hint");
    }

    private LockHandle retained(String name) throws InterruptedException {
        return retained(retaining, name);
    }

    private static LockHandle retained(LockClient client, String name) throws InterruptedException {
        LockHandle before = client.lock(name).acquire();
        before.close();
        LockHandle after = client.lock(name).acquire();
        assertThat(after.fencingToken()).isEqualTo(before.fencingToken() + 1);
        after.close();
        return after;
    }

    private void isFree(String name) {
        await().atMost(LIMIT).until(() -> other.inspect(name).isEmpty());
    }

    @Test
    void a_retained_lock_is_acquired_and_released_without_a_request() throws Exception {
        LockHandle before = retained("a");
        List<String> sent = acquisitionsAndReleases();
        LockHandle handle = retaining.lock("a").acquire();
        handle.close();
        assertThat(handle.fencingToken()).isEqualTo(before.fencingToken() + 1);
        assertThat(other.inspect("a").orElseThrow().hint()).contains("a hint");
        assertThat(acquisitionsAndReleases()).isEqualTo(sent);
    }

    private List<String> acquisitionsAndReleases() {
        return proxy.recentCommands().stream()
                .filter(command -> command.equals("multi") || command.equals("delete"))
                .toList();
    }

    @Test
    void a_waiter_of_another_client_gets_it_with_a_greater_token() throws Exception {
        LockHandle before = retained("b");
        try (LockHandle handle = other.lock("b").acquire()) {
            assertThat(handle.fencingToken()).isGreaterThan(before.fencingToken());
            assertThat(retaining.lock("b").tryAcquire()).isEmpty();
        }
    }

    @Test
    void a_try_of_another_client_finds_it_taken_and_a_later_one_finds_it_free() throws Exception {
        retained("c");
        assertThat(other.lock("c").tryAcquire()).isEmpty();
        isFree("c");
        other.lock("c").tryAcquire().orElseThrow().close();
    }

    @Test
    void a_set_of_another_client_gets_it() throws Exception {
        retained("d-2");
        retained("d-3");
        other.lockAll(List.of("d-1", "d-2", "d-3")).acquire(WAITING).close();
    }

    @Test
    void one_that_waits_since_before_the_grant_gets_it() throws Exception {
        LockHandle first = other.lock("e").acquire();
        CompletableFuture<LockHandle> second = retaining.lock("e").acquireAsync(RETAINING);
        awaitNodes("e", 2);
        try (LockClient third = client(servers.connectString(), WAITING)) {
            CompletableFuture<LockHandle> last = third.lock("e").acquireAsync(WAITING);
            awaitNodes("e", 3);
            first.close();
            second.get(LIMIT.toSeconds(), TimeUnit.SECONDS).close();
            last.get(LIMIT.toSeconds(), TimeUnit.SECONDS).close();
        }
    }

    private static void awaitNodes(String name, int count) {
        await().atMost(LIMIT).until(() -> servers.operator().nodes(name).size() == count);
    }

    @Test
    void a_lock_that_is_recalled_while_it_is_held_is_not_retained_after_its_release() throws Exception {
        retained("f");
        LockHandle held = retaining.lock("f").acquire();
        CompletableFuture<LockHandle> wait = other.lock("f").acquireAsync(WAITING);
        awaitNodes("f", 2);
        held.close();
        wait.get(LIMIT.toSeconds(), TimeUnit.SECONDS).close();
        retained("f");
    }

    @Test
    void a_broken_connection_ends_the_retention_and_the_next_grants_are_retained_again() throws Exception {
        retained("g");
        proxy.endAll(ConnectionEnding.CUT);
        isFree("g");
        retained("g");
    }

    @Test
    void a_client_that_is_cut_off_gives_its_callers_no_lock_that_it_retained() throws Exception {
        retained("h");
        proxy.refuseConnections();
        proxy.endAll(ConnectionEnding.CUT);
        await().atMost(LIMIT).until(() -> {
            try {
                retaining.lock("h").tryAcquire().ifPresent(LockHandle::close);
                return false;
            } catch (LockUnavailableException e) {
                return true;
            }
        });
        proxy.heal();
        isFree("h");
    }

    @Test
    void a_restart_of_the_server_frees_it() throws Exception {
        retained("i");
        servers.servers().get(0).restart();
        other.lock("i").acquire().close();
    }

    @Test
    void after_the_end_of_the_session_the_servers_are_asked() throws Exception {
        try (CuratorFramework shared = CuratorFrameworkFactory.newClient(
                        servers.connectString(), 60_000, 60_000, new RetryOneTime(1));
                LockClient client = sharing(shared)) {
            retained(client, "j");
            endSession(shared);
            try (LockHandle handle = other.lock("j").acquire()) {
                isRefused(client, "j");
                assertThat(handle.state()).isEqualTo(HandleState.HELD);
            }
        }
    }

    /** Once the client knows that what it retained is gone. */
    private static void isRefused(LockClient client, String name) {
        await().atMost(LIMIT).until(() -> {
            Optional<LockHandle> granted = client.lock(name).tryAcquire();
            granted.ifPresent(LockHandle::close);
            return granted.isEmpty();
        });
    }

    private static LockClient sharing(CuratorFramework shared) {
        shared.start();
        return LockClient.using(
                ZookeeperLockBackend.using(
                        shared,
                        new ZookeeperLockOptions(
                                ZookeeperLockOptions.Server.STANDARD,
                                ZookeeperLockOptions.STANDARD.base(),
                                ZookeeperLockOptions.Access.OPEN,
                                LIMIT,
                                LIMIT)),
                options(RETAINING.withLease(Duration.ofSeconds(60))));
    }

    /** As ZooKeeper's documentation advises for tests: a second handle on the session, which is closed. */
    private static void endSession(CuratorFramework shared) throws Exception {
        ZooKeeper session = shared.getZookeeperClient().getZooKeeper();
        CompletableFuture<Void> connected = new CompletableFuture<>();
        ZooKeeper second = new ZooKeeper(
                servers.connectString(),
                session.getSessionTimeout(),
                event -> connected.complete(null),
                session.getSessionId(),
                session.getSessionPasswd());
        connected.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        second.close();
    }

    @Test
    void a_lock_whose_node_an_operator_deletes_is_asked_of_the_servers() throws Exception {
        retained("k");
        servers.operator().nodes("k").forEach(servers.operator()::delete);
        try (LockHandle handle = other.lock("k").acquire()) {
            isRefused(retaining, "k");
            assertThat(handle.state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void it_goes_on_when_the_tokens_of_a_grant_are_used_up() throws Exception {
        long last = 0;
        for (int i = 0; i < 200; i++) {
            try (LockHandle handle = retaining.lock("l").acquire()) {
                assertThat(handle.fencingToken()).isGreaterThan(last);
                last = handle.fencingToken();
            }
        }
        assertThat(proxy.recentCommands()).filteredOn("multi"::equals).hasSizeLessThan(20);
    }

    @Test
    void the_close_frees_all() throws Exception {
        for (int i = 0; i < 300; i++) {
            retaining.lock("many-" + i).acquire().close();
        }
        retaining.close();
        for (int i = 0; i < 300; i++) {
            assertThat(other.inspect("many-" + i)).isEmpty();
        }
    }
}

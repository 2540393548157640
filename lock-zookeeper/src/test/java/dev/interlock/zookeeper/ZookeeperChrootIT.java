// SPDX-License-Identifier: Apache-2.0
package dev.interlock.zookeeper;

import static dev.interlock.AcquireOptions.waitAtMost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.ZookeeperServer;
import dev.interlock.zookeeper.options.ZookeeperLockOptions;
import dev.interlock.zookeeper.session.ZookeeperAccess;
import dev.interlock.zookeeper.tck.ZookeeperServers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An application's Curator client whose paths begin below the root: by a chroot, by a namespace, or by both. */
class ZookeeperChrootIT {

    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String CHROOT = "/company/app";

    private static ZookeeperServers servers;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final StandaloneContext context = new StandaloneContext();

    @BeforeAll
    static void startServer() {
        servers = ZookeeperServers.of(ZookeeperServer.start());
        for (String path : List.of("/company", CHROOT)) {
            servers.operator()
                    .ask(session -> session.create(path, new byte[0], ZookeeperAccess.OPEN, CreateMode.PERSISTENT));
        }
    }

    @AfterAll
    static void stopServer() {
        if (servers != null) {
            servers.close();
        }
    }

    @AfterEach
    void close() throws Exception {
        for (int last = opened.size() - 1; last >= 0; last--) {
            opened.get(last).close();
        }
    }

    private CuratorFramework curator(String chroot) {
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(servers.connectString() + chroot)
                .sessionTimeoutMs(60_000)
                .retryPolicy(new RetryOneTime(1))
                .build();
        opened.add(client);
        client.start();
        return client;
    }

    private static ZookeeperLockBackend backend(CuratorFramework client) {
        return ZookeeperLockBackend.using(client, ZookeeperLockOptions.STANDARD.withBase("locks"));
    }

    private LockClient client(CuratorFramework curator) {
        LockClient client = LockClient.using(backend(curator), ClientOptions.STANDARD);
        opened.add(client);
        return client;
    }

    private ZookeeperLockBackend started(CuratorFramework curator) {
        ZookeeperLockBackend backend = backend(curator);
        opened.add(backend);
        backend.start(context);
        return backend;
    }

    private static List<String> nodes(String path) {
        return servers.operator().ask(session -> session.getChildren(path, false));
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, 1, null);
    }

    @Test
    void locks_of_a_client_with_a_chroot_live_below_it() throws Exception {
        live(client(curator(CHROOT)), client(curator(CHROOT)), CHROOT + "/locks/order");
    }

    @Test
    void locks_of_a_client_with_a_namespace_live_below_it() throws Exception {
        live(
                client(curator("").usingNamespace("team")),
                client(curator("").usingNamespace("team")),
                "/team/locks/order");
    }

    @Test
    void locks_of_a_client_with_both_live_below_the_namespace_in_the_chroot_and_are_those_of_the_whole_path()
            throws Exception {
        live(
                client(curator(CHROOT).usingNamespace("team")),
                client(curator("").usingNamespace("company/app/team")),
                CHROOT + "/team/locks/order");
    }

    /** A free lock, a refusal, a hand-over by a watch, a holder that others see, and all of it gone at the end. */
    private static void live(LockClient mine, LockClient theirs, String parent) throws Exception {
        LockHandle held = mine.lock("order").acquire(waitAtMost(LIMIT));
        assertThat(nodes(parent)).hasSize(1);
        assertThat(theirs.inspect("order")).map(Holder::fencingToken).contains(held.fencingToken());
        assertThat(theirs.lock("order").tryAcquire()).isEmpty();
        CompletableFuture<LockHandle> waiting = theirs.lock("order").acquireAsync(waitAtMost(LIMIT));
        await().atMost(LIMIT).until(() -> nodes(parent).size() == 2);
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        LockHandle next = waiting.join();
        assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
        assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(nodes(parent)).isEmpty();
    }

    @Test
    void each_step_works_under_a_chroot_and_finds_its_own_nodes_again() throws Exception {
        ZookeeperLockBackend backend = started(curator(CHROOT));
        Attempt first = attempt("steps");
        Grant grant = granted(backend.tryAcquire(first));
        assertThat(granted(backend.tryAcquire(first)).token()).isEqualTo(grant.token());
        assertThat(backend.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        Attempt second = attempt("steps");
        Attempt third = attempt("steps");
        try (Contest before = backend.contest(second);
                Contest behind = backend.contest(third)) {
            assertThat(before.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(behind.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(backend.release(first)).isInstanceOf(ReleaseOutcome.Released.class);
            before.signal().toCompletableFuture().get();
            granted(before.attempt());
            assertThat(backend.release(second)).isInstanceOf(ReleaseOutcome.Released.class);
            behind.signal().toCompletableFuture().get();
            granted(behind.attempt());
        }
        String node = nodes(CHROOT + "/locks/steps").get(0);
        servers.operator().delete(CHROOT + "/locks/steps/" + node);
        await().atMost(LIMIT).until(() -> context.lost().contains(third.id()));
    }

    /** The server keeps the watch until the node before ours ends: another waiter of this session may share it. */
    @Test
    void a_waiter_that_leaves_takes_its_node_along_and_is_woken_no_more() {
        ZookeeperLockBackend holder = started(curator(CHROOT));
        ZookeeperLockBackend backend = started(curator(CHROOT));
        Attempt first = attempt("left");
        Attempt second = attempt("stayed");
        granted(holder.tryAcquire(first));
        granted(holder.tryAcquire(second));
        Contest leaving = backend.contest(attempt("left"));
        Contest staying = backend.contest(attempt("stayed"));
        assertThat(leaving.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(staying.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        leaving.close();
        // Answered behind all that the waiter sent when it left.
        assertThat(backend.inspect(first.name())).isPresent();
        assertThat(nodes(CHROOT + "/locks/left")).hasSize(1);
        assertThat(holder.release(first)).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(holder.release(second)).isInstanceOf(ReleaseOutcome.Released.class);
        // The events of a session keep their order.
        assertThat(staying.signal().toCompletableFuture()).succeedsWithin(LIMIT);
        assertThat(leaving.signal().toCompletableFuture()).isNotDone();
        staying.close();
    }

    @Test
    void many_locks_at_once_work_under_a_chroot() {
        ZookeeperLockBackend backend = started(curator(CHROOT).usingNamespace("bulk"));
        BulkSteps bulk = backend.bulk().orElseThrow();
        List<Attempt> attempts = List.of(attempt("a"), attempt("b"), attempt("c"));
        List<Grant> grants = grantedAll(bulk.tryAcquireAll(attempts));
        assertThat(grantedAll(bulk.tryAcquireAll(attempts))).hasSize(3);
        assertThat(bulk.renewAll(grants, LEASE)).allMatch(outcome -> outcome instanceof RenewOutcome.Renewed);
        assertThat(bulk.releaseAll(attempts)).allMatch(outcome -> outcome instanceof ReleaseOutcome.Released);
        assertThat(nodes(CHROOT + "/bulk/locks/a")).isEmpty();
    }

    @Test
    void the_chroot_counts_for_the_size_of_a_request() {
        String name = "n".repeat(80);
        List<LockName> names = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            names.add(new LockName(name + i));
        }
        String deep = CHROOT + "/" + "d".repeat(200);
        servers.operator()
                .ask(session -> session.create(deep, new byte[0], ZookeeperAccess.OPEN, CreateMode.PERSISTENT));
        assertThat(started(curator("")).bulk().orElseThrow().canAcquireAll(names))
                .isTrue();
        assertThat(started(curator(deep)).bulk().orElseThrow().canAcquireAll(names))
                .isFalse();
    }

    @Test
    void a_chroot_that_does_not_exist_is_refused_at_the_start_and_named() {
        assertThatThrownBy(() -> client(curator("/forgotten/app").usingNamespace("team")))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("zookeeper at " + servers.connectString() + "/forgotten/app/team/locks")
                .hasMessageContaining("no node for the path of the connect string")
                .hasMessageContaining("create it");
    }

    private static Grant granted(AcquireOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireOutcome.Granted.class);
        return ((AcquireOutcome.Granted) outcome).grant();
    }

    private static List<Grant> grantedAll(AcquireAllOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireAllOutcome.Granted.class);
        return ((AcquireAllOutcome.Granted) outcome).grants();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.FreeResult;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.redis.options.RedisCluster.Node;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.AcquireOutcome.Refused;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisClusterReplica;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.RedisSlotMove;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;

/** A real cluster of three primaries: where the steps of a lock go, and what becomes of it while its slot moves. */
class RedisClusterIT {

    private static final AcquireOptions LONG = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofMinutes(2))
            .withRenewal(Renewal.NONE);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = RedisCluster.start();
    }

    @AfterAll
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private static LockClient connect() {
        return connect(cluster);
    }

    private static LockClient connect(RedisCluster to) {
        return connect(to, "");
    }

    private static LockClient connect(RedisCluster to, String more) {
        // Only a signal is quick.
        return LockClient.connect(LockSettings.of(to.uri() + "?timeout=10s&pollFallback=1m" + more));
    }

    private static String key(String name) {
        return BackendBench.key(new LockName(name));
    }

    private static String tokenKey(String name) {
        return BackendBench.tokenKey(new LockName(name));
    }

    /** A name whose lock is at a primary. */
    private static String nameAt(RedisServer primary, String start) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> start + i)
                .filter(name -> cluster.primaryOf(key(name)) == primary)
                .findFirst()
                .orElseThrow();
    }

    private static RedisSlotMove move(String name) {
        RedisServer from = cluster.primaryOf(key(name));
        return cluster.move(key(name), cluster.primaryBeside(from));
    }

    @Test
    void a_lock_costs_a_round_trip_for_each_step_to_the_node_of_its_slot() throws InterruptedException {
        try (LockClient client = connect()) {
            for (RedisServer node : cluster.primaries()) {
                String name = nameAt(node, "counted-");
                // The node knows the scripts from here on.
                client.lock(name).tryAcquire().orElseThrow().release();
                cluster.nodes().forEach(each -> each.command("CONFIG", "RESETSTAT"));
                client.lock(name).tryAcquire(LONG).orElseThrow().release();
                for (RedisServer each : cluster.nodes()) {
                    assertThat(each.commandCalls().getOrDefault("evalsha", 0L)).isEqualTo(each == node ? 2 : 0);
                    assertThat(each.commandCalls().keySet())
                            .doesNotContain("eval", "cluster", "cluster|slots", "asking");
                }
            }
        }
    }

    @Test
    @SuppressWarnings("deprecation") // The client of a cluster that all versions have.
    void an_operator_sees_the_locks_of_each_node_also_by_a_client_of_the_application() throws InterruptedException {
        HostAndPort node =
                new HostAndPort("127.0.0.1", cluster.primaries().get(0).port());
        try (LockClient client = connect();
                UnifiedJedis application = new redis.clients.jedis.JedisCluster(node);
                LockClient own = LockClient.using(
                        RedisLockBackend.using(application, RedisLockOptions.STANDARD), ClientOptions.STANDARD)) {
            List<LockHandle> held = new ArrayList<>();
            for (RedisServer primary : cluster.primaries()) {
                held.add(
                        client.lock(nameAt(primary, "listed-")).tryAcquire(LONG).orElseThrow());
            }
            List<Long> tokens = held.stream().map(LockHandle::fencingToken).toList();
            for (LockClient each : List.of(client, own)) {
                assertThat(each.operator().list("listed-", 10))
                        .extracting(lock -> lock.holder().fencingToken())
                        .containsExactlyInAnyOrderElementsOf(tokens);
                assertThat(each.operator().list("listed-", 2)).hasSize(2);
            }
            for (LockHandle each : held) {
                assertThat(own.operator().free(each.lockName(), each.fencingToken() + 1))
                        .isEqualTo(new FreeResult.OtherToken(each.fencingToken()));
                assertThat(own.operator().free(each.lockName(), each.fencingToken()))
                        .isEqualTo(new FreeResult.Freed());
                assertThat(each.release()).isEqualTo(ReleaseResult.NOT_HELD);
            }
        }
    }

    @Test
    void a_release_is_published_to_each_other_node_once() throws InterruptedException {
        try (LockClient client = connect()) {
            RedisServer node = cluster.primaries().get(0);
            LockHandle held =
                    client.lock(nameAt(node, "published-")).tryAcquire().orElseThrow();
            await("what the start published has arrived").until(() -> published("sent") == published("received"));
            long before = published(node, "sent");
            long received = published(cluster.primaries().get(1), "received");
            held.release();
            assertThat(published(node, "sent") - before)
                    .isEqualTo(cluster.nodes().size() - 1);
            await().until(() -> published(cluster.primaries().get(1), "received") == received + 1);
        }
    }

    private static long published(String direction) {
        return cluster.nodes().stream()
                .mapToLong(node -> published(node, direction))
                .sum();
    }

    private static long published(RedisServer node, String direction) {
        return node.command("CLUSTER", "INFO")
                .lines()
                .filter(line -> line.startsWith("cluster_stats_messages_publish_" + direction))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
                .sum();
    }

    @Test
    @DisplayName("R15: renewal, release, token and waiters of a lock go on while its slot moves")
    void a_held_lock_stays_its_holders_while_its_slot_moves() throws Exception {
        try (LockClient holder = connect();
                LockClient waiter = connect()) {
            LockHandle held = holder.lock("moving").tryAcquire(LONG).orElseThrow();
            CompletableFuture<LockHandle> waiting =
                    waiter.lock("moving").acquireAsync(LONG.withMaxWait(Duration.ofMinutes(2)));
            RedisSlotMove move = move("moving");
            assertThat(held.renew(LONG.lease())).as("not moved yet").isEqualTo(RenewResult.RENEWED);
            move.moveKeys();
            assertThat(held.renew(LONG.lease())).as("by ASK").isEqualTo(RenewResult.RENEWED);
            assertThat(waiter.inspect("moving"))
                    .hasValueSatisfying(
                            known -> assertThat(known.fencingToken()).isEqualTo(held.fencingToken()));
            move.finish();
            assertThat(held.renew(LONG.lease())).as("by MOVED").isEqualTo(RenewResult.RENEWED);
            assertThat(cluster.primaryOf(key("moving"))).isSameAs(move.to());
            assertThat(waiting).isNotDone();
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            LockHandle next = waiting.get(50, TimeUnit.SECONDS);
            assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
            assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    @DisplayName("R15: with half its keys moved a lock is neither lost nor held by another, and its release works")
    void a_lock_whose_keys_are_at_two_nodes_is_unknown_and_never_lost() throws InterruptedException {
        try (LockClient holder = connect();
                LockBackendAt backend = new LockBackendAt(cluster)) {
            LockHandle held = holder.lock("torn").tryAcquire(LONG).orElseThrow();
            RedisSlotMove move = move("torn");
            move.moveKey(key("torn"));
            assertThat(held.renew(LONG.lease())).isEqualTo(RenewResult.UNKNOWN);
            assertThat(held.state()).isNotEqualTo(HandleState.LOST);
            Refused refused = backend.refused("torn");
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause())
                    .hasMessageStartingWith("'torn' not acquired: redis cluster of ")
                    .hasMessageContaining("is moving the lock's slot (TRYAGAIN")
                    .hasMessageContaining("wait until the slot has moved");
            move.moveKey(tokenKey("torn"));
            assertThat(held.renew(LONG.lease())).isEqualTo(RenewResult.RENEWED);
            assertThat(backend.backend.tryAcquire(BackendBench.attempt(new LockName("torn"))))
                    .isInstanceOf(Contended.class);
            assertThat(held.release()).as("by ASK").isEqualTo(ReleaseResult.RELEASED);
            move.finish();
        }
    }

    @Test
    @DisplayName("R15: a free lock is refused while its slot moves, and a waiter gets it afterwards")
    void a_free_lock_is_granted_as_soon_as_its_slot_has_moved() throws Exception {
        try (LockClient client = connect();
                LockBackendAt backend = new LockBackendAt(cluster)) {
            LockHandle before = client.lock("freed").tryAcquire(LONG).orElseThrow();
            before.release();
            RedisSlotMove move = move("freed");
            assertThat(backend.refused("freed").retryable()).isTrue();
            CompletableFuture<LockHandle> waiting =
                    client.lock("freed").acquireAsync(LONG.withMaxWait(Duration.ofMinutes(2)));
            move.finish();
            LockHandle next = waiting.get(50, TimeUnit.SECONDS);
            assertThat(next.fencingToken()).isGreaterThan(before.fencingToken());
            assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    void a_step_that_nodes_send_to_each_other_ends_as_refused() {
        RedisServer from = cluster.primaryOf(key("round"));
        Node home = new Node(from.host(), from.port());
        AtomicBoolean astray = new AtomicBoolean();
        RedisLockBackend routing = RedisLockBackend.routing(
                new dev.interlock.redis.options.RedisCluster(List.of(home)),
                RedisLockOptions.STANDARD,
                node -> astray.get() ? home : node);
        try (LockBackendAt backend = new LockBackendAt(routing)) {
            move("round").finish();
            astray.set(true);
            Refused refused = backend.refused("round");
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause())
                    .hasMessageContaining(
                            "has nodes that disagree on which of them serves the lock (5 redirections were followed")
                    .hasMessageContaining("compare CLUSTER SLOTS of its nodes");
            astray.set(false);
            BackendBench.granted(backend.backend.tryAcquire(BackendBench.attempt(new LockName("round"))));
        }
    }

    @Test
    @DisplayName("R9: a cluster that is down refuses, and a holder believes no longer than its lease")
    void a_cluster_that_is_down_refuses_and_reports_nothing_to_holders() throws InterruptedException {
        RedisServer dead = cluster.primaries().get(2);
        try (LockClient holder = connect();
                LockBackendAt backend = new LockBackendAt(cluster)) {
            String name = nameAt(cluster.primaries().get(0), "down-");
            LockHandle held = holder.lock(name).tryAcquire(LONG).orElseThrow();
            LockHandle ending = holder.lock(nameAt(cluster.primaries().get(0), "ending-"))
                    .tryAcquire(LONG.withLease(Duration.ofSeconds(1)))
                    .orElseThrow();
            cluster.takeDown(dead);
            Refused refused = backend.refused(name);
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause()).hasMessageContaining("belongs to a cluster that is down (CLUSTERDOWN");
            assertThat(held.renew(LONG.lease())).isEqualTo(RenewResult.UNKNOWN);
            assertThat(held.state()).isNotEqualTo(HandleState.LOST);
            await().until(() -> ending.state() == HandleState.LOST);
            cluster.bringBack(dead);
            await().atMost(PATIENCE).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    @DisplayName("R3: holds and waiters follow when a replica takes the place of a primary, planned or not")
    void a_primary_is_replaced() throws Exception {
        try (RedisCluster small = RedisCluster.start(1);
                LockClient holder = connect(small);
                LockClient waiter = connect(small)) {
            RedisServer primary = small.primaries().get(0);
            RedisClusterReplica first = small.replicate(primary);
            RedisClusterReplica second = small.replicate(primary);
            LockHandle held = holder.lock("order").tryAcquire(LONG).orElseThrow();
            CompletableFuture<LockHandle> waiting =
                    waiter.lock("order").acquireAsync(LONG.withMaxWait(Duration.ofMinutes(2)));
            first.awaitInSync();
            second.awaitInSync();
            first.switchOver();
            assertThat(held.renew(LONG.lease())).isEqualTo(RenewResult.RENEWED);
            second.follow(first);
            second.awaitInSync();
            first.server().kill();
            second.takeOver();
            await().atMost(PATIENCE).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
            assertThat(waiting).isNotDone();
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            LockHandle next = waiting.get(50, TimeUnit.SECONDS);
            assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
            assertThat(next.release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    @Test
    @DisplayName("R2: in a cluster, too, a grant counts once the replicas of its primary have it")
    void a_grant_that_no_replica_confirms_is_released() {
        try (RedisCluster small = RedisCluster.start(1)) {
            RedisClusterReplica replica = small.replicate(small.primaries().get(0));
            String uri = small.uri() + "?timeout=10s&minReplicas=1&replicaTimeout=2s";
            try (LockBackendAt backend =
                    new LockBackendAt(new RedisClusterBackendProvider().open(LockSettings.of(uri)))) {
                BackendBench.granted(backend.backend.tryAcquire(BackendBench.attempt(new LockName("order"))));
                replica.cutOff();
                assertThat(backend.refused("other").cause()).hasMessageContaining("only 0 of at least 1 replicas");
                assertThat(small.primaryOf(key("other")).command("EXISTS", key("other")))
                        .isEqualTo("0");
            }
        }
    }

    @Test
    void waiters_are_signalled_again_after_the_node_of_their_subscription_is_gone() throws Exception {
        try (RedisCluster own = RedisCluster.start();
                LockClient holder = connect(own);
                LockClient waiter = connect(own, "&clientName=listener")) {
            LockHandle held = holder.lock("order").tryAcquire(LONG).orElseThrow();
            CompletableFuture<LockHandle> waiting =
                    waiter.lock("order").acquireAsync(LONG.withMaxWait(Duration.ofMinutes(2)));
            RedisServer serving = own.primaryOf(key("order"));
            List<RedisServer> others =
                    own.nodes().stream().filter(node -> node != serving).toList();
            await().atMost(PATIENCE).until(() -> {
                // Until it subscribes at another node than that of the lock.
                serving.command("CLIENT", "KILL", "TYPE", "pubsub");
                return listener(others).isPresent();
            });
            RedisServer left = listener(others).orElseThrow();
            left.kill();
            List<RedisServer> running =
                    own.nodes().stream().filter(node -> node != left).toList();
            await().atMost(PATIENCE).until(() -> listener(running).isPresent());
            assertThat(waiting).isNotDone();
            assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(waiting.get(50, TimeUnit.SECONDS).release()).isEqualTo(ReleaseResult.RELEASED);
        }
    }

    /** The node at which the waiting client has its subscription. */
    private static Optional<RedisServer> listener(List<RedisServer> asked) {
        return asked.stream()
                .filter(node -> node.command("CLIENT", "LIST", "TYPE", "pubsub").contains(" name=listener "))
                .findFirst();
    }

    /** A backend without retries. */
    private static final class LockBackendAt implements AutoCloseable {

        private final StandaloneContext context = new StandaloneContext();
        private final LockBackend backend;

        private LockBackendAt(RedisCluster to) {
            this(new RedisClusterBackendProvider().open(LockSettings.of(to.uri() + "?timeout=10s")));
        }

        private LockBackendAt(LockBackend backend) {
            this.backend = backend;
            backend.start(context);
        }

        private Refused refused(String name) {
            return BackendBench.refused(backend.tryAcquire(BackendBench.attempt(new LockName(name))));
        }

        @Override
        public void close() {
            backend.close();
        }
    }
}

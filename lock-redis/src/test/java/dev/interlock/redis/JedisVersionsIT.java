// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.FreeResult;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.LockSettings;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingDomain;
import dev.interlock.redis.connection.JedisVersion;
import dev.interlock.redis.guard.RedisFencingGuard;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.testbed.server.RedisCluster;
import dev.interlock.testbed.server.RedisSentinelGroup;
import dev.interlock.testbed.server.RedisSlotMove;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.UnifiedJedis;

/**
 * Everything that is called of Jedis, called on the Jedis of the class path: the build runs this on each version of
 * {@code docs/versions.md}.
 */
class JedisVersionsIT {

    @Test
    void the_jedis_of_the_class_path_is_the_one_this_run_is_about() {
        assertThat(JedisVersion.installed()).isEqualTo(System.getProperty("interlock.jedis", JedisVersion.installed()));
    }

    @Test
    void locks_live_on_connections_of_our_own() {
        try (BackendBench bench = new BackendBench()) {
            live(bench, bench.backend("database=3", "testOnBorrow=true"), bench.backend("database=3"));
        }
    }

    @Test
    void locks_live_behind_sentinels() throws InterruptedException {
        try (RedisSentinelGroup group = RedisSentinelGroup.start(Duration.ofMinutes(5));
                LockClient client = LockClient.connect(group.uri())) {
            LockHandle held = client.lock("order").tryAcquire().orElseThrow();
            assertThat(held.renew(Duration.ofMinutes(1))).isEqualTo(RenewResult.RENEWED);
            group.replica().awaitInSync();
            group.failOver();
            await().until(() -> held.renew(Duration.ofMinutes(1)) == RenewResult.RENEWED);
            free(client, held);
        }
    }

    @Test
    void locks_live_on_the_applications_client() {
        try (BackendBench bench = new BackendBench();
                UnifiedJedis client = ApplicationClient.of(bench.server)) {
            live(bench, shared(bench, client), bench.backend());
            guard(client);
        }
    }

    @Test
    @SuppressWarnings("deprecation") // The only client of a cluster that all versions have.
    void locks_live_on_the_applications_client_for_a_cluster() {
        try (BackendBench bench = cluster();
                UnifiedJedis client = new redis.clients.jedis.JedisCluster(
                        new HostAndPort(bench.server.host(), bench.server.port()))) {
            live(bench, shared(bench, client), bench.started(inCluster(bench)));
            guard(client);
        }
    }

    @Test
    void locks_live_in_a_cluster() throws InterruptedException {
        try (RedisCluster cluster = RedisCluster.start();
                LockClient client = LockClient.connect(cluster.uri())) {
            LockHandle held = client.lock("order").tryAcquire().orElseThrow();
            String key = BackendBench.key(new LockName("order"));
            RedisSlotMove move = cluster.move(key, cluster.primaryBeside(cluster.primaryOf(key)));
            move.moveKeys();
            assertThat(held.renew(Duration.ofMinutes(1))).as("by ASK").isEqualTo(RenewResult.RENEWED);
            move.finish();
            assertThat(held.renew(Duration.ofMinutes(1))).as("by MOVED").isEqualTo(RenewResult.RENEWED);
            free(client, held);
        }
    }

    /** Of one node, which is enough for a client to ask for slots. */
    private static BackendBench cluster() {
        BackendBench bench = new BackendBench("--cluster-enabled", "yes", "--cluster-announce-ip", "127.0.0.1");
        Stream<String> slots = IntStream.range(0, 16384).mapToObj(Integer::toString);
        bench.server.command(
                Stream.concat(Stream.of("CLUSTER", "ADDSLOTS"), slots).toArray(String[]::new));
        await().until(() -> bench.server.command("CLUSTER", "INFO").contains("cluster_state:ok"));
        return bench;
    }

    private static LockBackend inCluster(BackendBench bench) {
        String uri = bench.settings().uri().replace("redis:", "redis-cluster:");
        return new RedisClusterBackendProvider().open(LockSettings.of(uri));
    }

    private static LockBackend shared(BackendBench bench, UnifiedJedis client) {
        return bench.started(RedisLockBackend.using(client, RedisLockOptions.STANDARD));
    }

    private static void live(BackendBench bench, LockBackend mine, LockBackend theirs) {
        LockName name = bench.name();
        Attempt attempt = attempt(name);
        // So that the text of a script is sent, too.
        assertThat(bench.server.command("SCRIPT", "FLUSH")).isEqualTo("OK");
        Grant grant = granted(mine.tryAcquire(attempt));
        assertThat(mine.renew(grant, BackendBench.LEASE.multipliedBy(2))).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(theirs.inspect(name)).isPresent();
        wake(mine, attempt, theirs);
        Attempt next = attempt(name);
        granted(theirs.tryAcquire(next));
        wake(theirs, next, mine);
        Grant held = granted(theirs.tryAcquire(attempt(name)));
        OperatorSteps operator = mine.operator().orElseThrow();
        assertThat(operator.list(name.value(), 10))
                .extracting(lock -> lock.holder().fencingToken())
                .containsExactly(held.token());
        assertThat(operator.free(name, held.token())).isEqualTo(new FreeOutcome.Freed());
        assertThat(theirs.inspect(name)).isEmpty();
    }

    private static void free(LockClient client, LockHandle held) {
        LockOperator operator = client.operator();
        String name = held.lockName();
        assertThat(operator.list(name, 10))
                .extracting(lock -> lock.holder().fencingToken())
                .containsExactly(held.fencingToken());
        assertThat(operator.free(name, held.fencingToken())).isEqualTo(new FreeResult.Freed());
        assertThat(held.release()).isEqualTo(ReleaseResult.NOT_HELD);
    }

    private static void wake(LockBackend holder, Attempt held, LockBackend waiting) {
        Attempt attempt = attempt(held.name());
        try (Contest waiter = waiting.contest(attempt)) {
            untilSignalled(waiter);
            assertThat(holder.release(held)).isEqualTo(new ReleaseOutcome.Released());
            await().until(() -> waiter.signal().toCompletableFuture().isDone());
            granted(waiter.attempt());
        }
        assertThat(waiting.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
    }

    private static void guard(UnifiedJedis client) {
        RedisFencingGuard guard = RedisFencingGuard.using(client);
        FencingDomain domain = new FencingDomain("redis", 1);
        String key = "order:" + RedisFencingGuard.tag("order:42");
        guard.validate();
        guard.set(domain.claim("order:42", 2), key, "paid");
        assertThat(client.get(key)).isEqualTo("paid");
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> guard.claim(domain.claim("order:42", 1)));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.memory.ManualClock;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.LossWatch;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Locks that are gone before their holder asks, on a real server. The next renewal of each is 100 s away. */
class RedisLossWatchIT {

    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final AcquireOptions OPTIONS =
            AcquireOptions.waitAtMost(Duration.ofSeconds(30)).withLease(LEASE);

    private final BackendBench bench = new BackendBench();
    private final StandaloneContext context = new StandaloneContext();
    private final LockClient client = LockClient.connect(bench.settings());

    /** A client that was closed by the test before may still have a thread that ends. */
    @BeforeEach
    void begin() {
        await().until(() -> threads().isEmpty());
    }

    @AfterEach
    void close() {
        client.close();
        bench.close();
    }

    /** A handle whose lock is watched, and its loss. */
    private LockHandle watched(String name, CompletableFuture<LossCause> loss) throws InterruptedException {
        long readBefore = calls("get");
        LockHandle handle = client.lock(name).acquire(OPTIONS.withRenewal(Renewal.NONE));
        handle.onLost(lost -> loss.complete(lost.cause()), Runnable::run);
        await().until(() -> calls("get") > readBefore && changesTold() == 1);
        return handle;
    }

    /** How often the server ran a command that was sent to it alone, and not by a script. */
    private long calls(String command) {
        return bench.server
                .command("INFO", "commandstats")
                .lines()
                .filter(line -> line.startsWith("cmdstat_" + command + ":calls="))
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*:calls=(\\d+),.*", "$1")))
                .sum();
    }

    /** How many connections listen for changes. */
    private long changesTold() {
        return bench.server
                .command("PUBSUB", "NUMSUB", "__redis__:invalidate")
                .lines()
                .filter(line -> line.matches("\\d+"))
                .mapToLong(Long::parseLong)
                .sum();
    }

    private static Map<String, Long> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().matches("interlock-redis-(losses|changes).*"))
                .collect(Collectors.groupingBy(Thread::getName, Collectors.counting()));
    }

    @Test
    void a_deleted_lock_is_lost_at_once() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        LockHandle handle = watched("a", loss);
        bench.server.command("DEL", key(new LockName("a")));
        assertThat(loss.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.SESSION_ENDED);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
    }

    @Test
    void a_flushed_lock_is_lost_at_once() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        watched("a", loss);
        bench.server.command("FLUSHALL");
        assertThat(loss.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.SESSION_ENDED);
    }

    @Test
    void a_lock_that_another_owner_has_is_lost_at_once() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        watched("a", loss);
        bench.server.command("SET", key(new LockName("a")), "1 " + "0".repeat(32) + " 7 1 -", "PX", "300000");
        assertThat(loss.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.SESSION_ENDED);
    }

    @Test
    void a_lock_whose_key_expired_early_is_lost_at_once() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        watched("a", loss);
        bench.server.command("PEXPIRE", key(new LockName("a")), "1");
        assertThat(loss.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.SESSION_ENDED);
    }

    @Test
    void a_server_that_lost_its_data_is_noticed_when_it_is_back() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        watched("a", loss);
        bench.server.kill();
        bench.server.restartEmpty();
        assertThat(loss.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.SESSION_ENDED);
    }

    @Test
    void what_was_deleted_while_the_watch_was_broken_is_noticed_afterwards() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        watched("a", loss);
        bench.server.command("CLIENT", "PAUSE", "200");
        bench.server.command("CLIENT", "KILL", "TYPE", "pubsub");
        bench.server.command("DEL", key(new LockName("a")));
        assertThat(loss.get(1, TimeUnit.MINUTES)).isEqualTo(LossCause.SESSION_ENDED);
    }

    @Test
    void renewals_and_tries_of_others_are_no_losses() throws Exception {
        CompletableFuture<LossCause> loss = new CompletableFuture<>();
        LockHandle handle = watched("a", loss);
        for (int i = 0; i < 5; i++) {
            long read = calls("get");
            assertThat(handle.renew(LEASE.plusSeconds(i))).isEqualTo(RenewResult.RENEWED);
            await().until(() -> calls("get") > read);
        }
        try (LockClient other = LockClient.connect(bench.settings())) {
            assertThat(other.lock("a").tryAcquire()).isEmpty();
        }
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
        handle.release();
        assertThat(loss).isNotDone();
    }

    @Test
    void a_lock_that_is_free_again_soon_opens_no_connection() throws Exception {
        // On a busy machine a hold may last for a tenth of a second: by this clock it never does.
        ClientOptions options = ClientOptions.STANDARD.withClock(new ManualClock());
        try (LockClient brief = LockClient.connect(bench.settings().withClient(options))) {
            long connections = connections();
            for (int i = 0; i < 100; i++) {
                brief.lock("a").acquire(OPTIONS).release();
            }
            assertThat(connections()).isEqualTo(connections);
            assertThat(threads()).isEmpty();
        }
    }

    private long connections() {
        return bench.server.command("CLIENT", "LIST").lines().count();
    }

    @Test
    void threads_and_connections_end_with_the_client() throws Exception {
        long connections = connections();
        watched("a", new CompletableFuture<>());
        assertThat(connections()).isEqualTo(connections + 2);
        client.close();
        await().until(() -> threads().isEmpty() && changesTold() == 0);
    }

    /** A backend with a watch, without an engine that ends what is lost. */
    private LockBackend backend() {
        LockBackend backend = new RedisLockBackendProvider().open(bench.settings());
        backend.start(context);
        return backend;
    }

    @Test
    void a_release_at_the_moment_of_a_change_is_no_loss() throws Exception {
        try (LockBackend backend = backend()) {
            LossWatch watch = backend.lossWatch().orElseThrow();
            LockName name = bench.name();
            Grant grant = granted(backend.tryAcquire(attempt(name)));
            watch.begin(grant);
            await().until(() -> changesTold() == 1);
            watch.end(grant);
            assertThat(backend.release(grant.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
            Grant later = granted(backend.tryAcquire(attempt(name)));
            watch.begin(later);
            watch.end(grant);
            bench.server.command("DEL", key(name));
            await().untilAsserted(() ->
                    assertThat(context.lost()).containsExactly(later.attempt().id()));
            assertThat(backend.renew(later, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        }
    }

    @Test
    void a_loss_is_reported_once() throws Exception {
        try (LockBackend backend = backend()) {
            LossWatch watch = backend.lossWatch().orElseThrow();
            Grant first = granted(backend.tryAcquire(attempt(bench.name())));
            Grant second = granted(backend.tryAcquire(attempt(bench.name())));
            watch.begin(first);
            watch.begin(second);
            String key = key(first.attempt().name());
            bench.server.command("DEL", key);
            await().untilAsserted(() -> assertThat(context.lost()).isNotEmpty());
            bench.server.command("SET", key, "another owner's");
            bench.server.command("DEL", key(second.attempt().name()));
            await().until(() -> context.lost().contains(second.attempt().id()));
            assertThat(context.lost())
                    .containsExactly(first.attempt().id(), second.attempt().id());
        }
    }

    @Test
    void a_user_who_may_not_have_changes_told_learns_of_them_at_a_renewal() {
        String rights = RedisErrors.rights("interlock").replace(" +client|tracking", "");
        List<String> user = new ArrayList<>(List.of("ACL", "SETUSER", "untold", "on", ">secret"));
        user.addAll(List.of(rights.split(" ", -1)));
        assertThat(bench.server.command(user.toArray(String[]::new))).isEqualTo("OK");
        LockBackend backend = bench.backend("user=untold", "password=secret");
        assertThat(backend.capabilities().has(Capability.REPORTS_LOSS)).isFalse();
        assertThat(backend.lossWatch()).isEmpty();
    }
}

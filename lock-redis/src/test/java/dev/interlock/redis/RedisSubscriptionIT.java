// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** The connection behind the signals: shared, bounded in time, and left clean. */
class RedisSubscriptionIT {

    private BackendBench fixture;
    private LockBackend holders;
    private Attempt holder;
    private LockName name;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        holders = fixture.backend("clientName=holders");
        name = fixture.name();
        holder = attempt(name);
        granted(holders.tryAcquire(holder));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void ten_thousand_names_share_one_connection_and_leave_nothing() {
        LockBackend waiters = fixture.backendWithoutQueues("clientName=waiters");
        List<Contest> contests = new ArrayList<>();
        List<Attempt> held = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            Attempt attempt = attempt(fixture.name(), Duration.ofMinutes(5), 1);
            granted(holders.tryAcquire(attempt));
            Contest contest = waiters.contest(attempt(attempt.name()));
            contended(contest.attempt());
            held.add(attempt);
            contests.add(contest);
        }
        await().until(() -> contests.stream().allMatch(Contest::signalled));
        assertThat(subscribers("user=listener")).singleElement().asString().contains(" sub=10001 ");
        for (int i = 0; i < contests.size(); i += 1_000) {
            Contest contest = contests.get(i);
            contended(contest.attempt());
            assertThat(holders.release(held.get(i))).isEqualTo(new ReleaseOutcome.Released());
            await().until(() -> contest.signal().toCompletableFuture().isDone());
        }
        contests.forEach(Contest::close);
        await().until(() -> subscribers("user=listener").stream().allMatch(line -> line.contains(" sub=1 ")));
    }

    @Test
    void many_threads_can_come_and_go_at_once() throws Exception {
        LockBackend waiters = fixture.backend("clientName=waiters");
        List<Attempt> held = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Attempt attempt = attempt(fixture.name());
            granted(holders.tryAcquire(attempt));
            held.add(attempt);
        }
        ExecutorService threads = Executors.newFixedThreadPool(16);
        List<Future<?>> running = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            running.add(threads.submit(() -> comeAndGo(waiters, held)));
        }
        for (Future<?> run : running) {
            assertThat(run.get()).isNull();
        }
        threads.shutdown();
        await().until(() -> subscribers("name=waiters").stream().allMatch(line -> line.contains(" sub=1 ")));
        try (Contest contest = waiters.contest(attempt(name))) {
            untilSignalled(contest);
        }
    }

    private static void comeAndGo(LockBackend waiters, List<Attempt> held) {
        for (int i = 0; i < 200; i++) {
            Attempt wanted = held.get(ThreadLocalRandom.current().nextInt(held.size()));
            try (Contest contest = waiters.contest(attempt(wanted.name()))) {
                contended(contest.attempt());
                if (i % 4 == 0) {
                    untilSignalled(contest);
                }
            }
        }
    }

    @Test
    void the_connection_ends_after_a_while_without_waiters_and_comes_back() {
        StandaloneContext hasty = StandaloneContext.withFastTimers(100);
        try (LockBackend waiters = new RedisLockBackendProvider()
                .open(LockSettings.of(fixture.server.uri()).withOption("clientName", "waiters"))) {
            waiters.start(hasty);
            await().until(() -> subscribers("name=waiters").isEmpty());
            try (Contest contest = waiters.contest(attempt(name))) {
                untilSignalled(contest);
                assertThat(subscribers("name=waiters")).hasSize(1);
            }
            await().until(() -> subscribers("name=waiters").isEmpty());
        }
    }

    @Test
    void close_ends_the_connection_while_an_attempt_waits() {
        LockBackend waiters = fixture.backend("clientName=waiters");
        Contest contest = waiters.contest(attempt(name));
        untilSignalled(contest);
        waiters.close();
        await().until(() -> !fixture.server.command("CLIENT", "LIST").contains("name=waiters"));
        contest.close();
        waiters.close();
    }

    @Test
    void a_client_of_the_application_is_neither_closed_nor_left_with_a_subscribed_connection() {
        PooledConnectionProvider connections = ApplicationClient.provider(fixture.server, 2);
        try (UnifiedJedis client = ApplicationClient.of(connections)) {
            LockBackend waiters = fixture.started(RedisLockBackend.using(client, RedisLockOptions.STANDARD));
            try (Contest contest = waiters.contest(attempt(name))) {
                untilSignalled(contest);
                assertThat(connections.getPool().getNumActive()).isEqualTo(1);
                release();
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                granted(contest.attempt());
            }
            waiters.close();
            await().until(() -> connections.getPool().getNumActive() == 0);
            for (int i = 0; i < 10; i++) {
                assertThat(client.set("k" + i, "v" + i)).isEqualTo("OK");
                assertThat(client.get("k" + i)).isEqualTo("v" + i);
            }
        }
    }

    private void release() {
        assertThat(holders.release(holder)).isEqualTo(new ReleaseOutcome.Released());
    }

    private List<String> subscribers(String field) {
        return fixture.server
                .command("CLIENT", "LIST", "TYPE", "pubsub")
                .lines()
                .filter(line -> line.contains(" " + field + " "))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.contended;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.redis.BackendBench;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.command.RestLimit;
import dev.interlock.redis.connection.OwnConnections;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AcquireOutcome.Contended;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The signals of releases to waiters where locks have no queues. */
class RedisSignalsIT {

    private static final Duration LIMIT = Duration.ofSeconds(10);

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
    void a_release_wakes_a_waiter_of_another_client() {
        LockBackend waiters = fixture.backendWithoutQueues("pollFallback=1m");
        try (Contest contest = waiters.contest(attempt(name))) {
            untilSignalled(contest);
            assertThat(contest.signal().toCompletableFuture()).isNotDone();
            release();
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            granted(contest.attempt());
        }
    }

    @Test
    void while_signals_work_a_waiter_rests_no_longer_than_the_fallback() {
        LockBackend waiters = fixture.backendWithoutQueues("pollFallback=300ms");
        try (Contest contest = waiters.contest(attempt(name))) {
            untilSignalled(contest);
            assertThat(contended(contest.attempt())).isEqualTo(Duration.ofMillis(300));
        }
    }

    @Test
    void a_release_before_the_subscription_is_confirmed_is_noticed() throws InterruptedException {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend waiters = fixture.backendWithoutQueuesAt(fixture.server.uriThrough(proxy.port()));
            Gate gate = proxy.onRequest(Message.named("SUBSCRIBE")).holdRequest();
            try (Contest contest = waiters.contest(attempt(name))) {
                contended(contest.attempt());
                gate.awaitReached(LIMIT);
                release();
                assertThat(contest.signalled()).isFalse();
                assertThat(contest.signal().toCompletableFuture()).isNotDone();
                gate.open();
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                granted(contest.attempt());
            }
        }
    }

    @Test
    void a_release_between_the_look_of_a_second_waiter_and_its_joining_is_noticed() throws InterruptedException {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend waiters = fixture.backendWithoutQueuesAt(fixture.server.uriThrough(proxy.port()));
            try (Contest first = waiters.contest(attempt(name));
                    Contest second = waiters.contest(attempt(name))) {
                Gate gate = proxy.onRequest(Message.named("EVALSHA")).holdReply();
                CompletableFuture<AcquireOutcome> look = CompletableFuture.supplyAsync(second::attempt);
                gate.awaitReached(LIMIT);
                untilSignalled(first);
                gate.open();
                contended(look.join());
                assertThat(second.signal().toCompletableFuture()).isDone();
            }
        }
    }

    @Test
    void a_waiter_that_follows_another_does_not_subscribe_again_and_looks_once() {
        LockBackend waiters = fixture.backendWithoutQueues("pollFallback=1m");
        try (Contest first = waiters.contest(attempt(name))) {
            untilSignalled(first);
        }
        try (Contest second = waiters.contest(attempt(name))) {
            contended(second.attempt());
            assertThat(second.signalled()).isTrue();
            assertThat(second.signal().toCompletableFuture()).isNotDone();
            release();
            await().until(() -> second.signal().toCompletableFuture().isDone());
            granted(second.attempt());
        }
        String channel = RedisKeys.of("interlock", name).channel();
        await().until(() ->
                fixture.server.command("PUBSUB", "CHANNELS", channel).isEmpty());
    }

    @Test
    void a_waiter_rests_for_long_only_while_what_is_published_arrives_on_the_subscription() {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend waiters =
                    fixture.backendWithoutQueuesAt(fixture.server.uriThrough(proxy.port()), "pollFallback=1m");
            try (Contest contest = waiters.contest(attempt(name))) {
                untilSignalled(contest);
                assertThat(contended(contest.attempt())).isGreaterThan(Duration.ofSeconds(10));
                // The reply to the next beat: nothing is published until it has come.
                Gate gate = proxy.onRequest(Message.named("EVALSHA")).holdReply();
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                assertThat(contest.signalled())
                        .as("the connection is still there")
                        .isTrue();
                assertThat(contended(contest.attempt())).isEqualTo(RestLimit.UNPROVEN);
                gate.open();
                await().until(() -> contended(contest.attempt()).compareTo(RestLimit.UNPROVEN) > 0);
            }
        }
    }

    @Test
    void a_subscription_that_receives_nothing_is_replaced_while_steps_are_answered() {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend waiters =
                    fixture.backendWithoutQueuesAt(fixture.server.uriThrough(proxy.port()), "pollFallback=1m");
            try (Contest contest = waiters.contest(attempt(name))) {
                untilSignalled(contest);
                Gate gate = proxy.onRequest(Message.named("SUBSCRIBE")).holdReply();
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                untilSignalled(contest);
                release();
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                granted(contest.attempt());
                gate.open();
            }
        }
    }

    @Test
    void a_release_while_the_reply_of_a_look_is_on_its_way_is_noticed() throws InterruptedException {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend waiters = fixture.backendWithoutQueuesAt(fixture.server.uriThrough(proxy.port()));
            try (Contest contest = waiters.contest(attempt(name))) {
                untilSignalled(contest);
                Gate gate = proxy.onRequest(Message.named("EVALSHA")).holdReply();
                CompletableFuture<AcquireOutcome> look = CompletableFuture.supplyAsync(contest::attempt);
                gate.awaitReached(LIMIT);
                release();
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                gate.open();
                contended(look.join());
                assertThat(contest.signal().toCompletableFuture()).isDone();
            }
        }
    }

    @Test
    void a_forged_message_costs_one_attempt() {
        LockBackend waiters = fixture.backendWithoutQueues();
        try (Contest contest = waiters.contest(attempt(name))) {
            untilSignalled(contest);
            String channel = RedisKeys.of("interlock", name).channel();
            assertThat(fixture.server.command("PUBLISH", channel, "forged")).isEqualTo("1");
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            contended(contest.attempt());
            assertThat(contest.signal().toCompletableFuture()).isNotDone();
        }
    }

    @Test
    void after_the_connection_was_killed_waiters_are_woken_and_signalled_again() {
        LockBackend waiters = fixture.backendWithoutQueues();
        try (Contest contest = waiters.contest(attempt(name))) {
            untilSignalled(contest);
            assertThat(fixture.server.command("CLIENT", "KILL", "TYPE", "pubsub"))
                    .isNotEqualTo("0");
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            untilSignalled(contest);
            release();
            await().until(() -> contest.signal().toCompletableFuture().isDone());
            granted(contest.attempt());
        }
    }

    /** Row N11. */
    @Test
    void without_a_subscription_waiters_poll() {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            LockBackend waiters = fixture.backendWithoutQueuesAt(fixture.server.uriThrough(proxy.port()));
            try (Contest contest = waiters.contest(attempt(name))) {
                untilSignalled(contest);
                proxy.onRequest(Message.named("SUBSCRIBE")).always().dropRequest(ConnectionEnding.RESET);
                assertThat(fixture.server.command("CLIENT", "KILL", "TYPE", "pubsub"))
                        .isNotEqualTo("0");
                await().until(() -> !contest.signalled());
                // Woken now, since the rest it took while signalled may be longer than a poll's.
                await().until(() -> contest.signal().toCompletableFuture().isDone());
                await().until(() -> contest.attempt() instanceof Contended);
                assertThat(contended(contest.attempt())).isGreaterThan(Duration.ofSeconds(10));
                proxy.heal();
                untilSignalled(contest);
            }
        }
    }

    @Test
    void a_connection_that_falls_silent_is_replaced() {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            RedisLockOptions options = RedisSettings.ofServer(LockSettings.of(fixture.server.uriThrough(proxy.port())));
            RedisErrors errors = new RedisErrors("redis", options);
            RedisConnections connections = OwnConnections.to(options, 300);
            connections.open(fixture.context.clock());
            RedisLockOperations operations =
                    new RedisLockOperations(connections, options, errors, fixture.context.clock());
            RedisKeys own = RedisKeys.reserved("interlock", "test");
            RedisSignals signals = new RedisSignals(connections, errors, fixture.context.clock(), own);
            RedisKeys keys = RedisKeys.of("interlock", name);
            Gate gate;
            try (Contest contest = new RedisContest(operations, signals, attempt(name), keys, Duration.ofSeconds(1))) {
                untilSignalled(contest);
                long before = proxy.connectionsOpened();
                gate = proxy.onRequest(Message.named("SUBSCRIBE")).holdReply();
                await().until(() -> proxy.connectionsOpened() > before);
                gate.open();
                untilSignalled(contest);
            }
            signals.close();
            connections.close();
        }
    }

    private void release() {
        assertThat(holders.release(holder)).isEqualTo(new ReleaseOutcome.Released());
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.waiting;

import static dev.interlock.redis.BackendBench.attempt;
import static dev.interlock.redis.BackendBench.granted;
import static dev.interlock.redis.BackendBench.untilSignalled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.LockSettings;
import dev.interlock.redis.BackendBench;
import dev.interlock.redis.command.RedisLockOperations;
import dev.interlock.redis.connection.OwnConnections;
import dev.interlock.redis.connection.RedisConnections;
import dev.interlock.redis.error.RedisErrors;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.redis.options.RedisSettings;
import dev.interlock.redis.request.RedisKeys;
import dev.interlock.spi.Contest;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.GateProxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the subscription's connection is replaced, and how soon. */
class RedisResubscribeIT {
    private BackendBench fixture;
    private LockName name;

    @BeforeEach
    void start() {
        fixture = new BackendBench();
        name = fixture.name();
        granted(fixture.backend().tryAcquire(attempt(name)));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void a_connection_that_lasted_is_replaced_at_once_however_often_one_broke_before() {
        LaterClock clock = new LaterClock(fixture.context.clock());
        waitThrough(clock, 15_000, (contest, proxy) -> {
            long before = System.nanoTime();
            for (int i = 0; i < 8; i++) {
                clock.advance(Duration.ofMinutes(1));
                long connections = proxy.connectionsOpened();
                assertThat(fixture.server.command("CLIENT", "KILL", "TYPE", "pubsub"))
                        .isNotEqualTo("0");
                await().until(() -> proxy.connectionsOpened() > connections);
                untilSignalled(contest);
            }
            // Pauses that double from one break to the next would add up to more than 11 s.
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(10));
        });
    }

    @Test
    void a_quiet_connection_is_kept_while_its_waiters_rest() {
        StandaloneContext hasty = StandaloneContext.withFastTimers(10);
        waitThrough(hasty.clock(), 15_000, (contest, proxy) -> {
            String subscribed = subscribed();
            assertThat(subscribed).containsOnlyDigits();
            long before = System.nanoTime();
            await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() - before > 18_000_000_000L);
            assertThat(contest.signal().toCompletableFuture()).isNotDone();
            assertThat(subscribed()).isEqualTo(subscribed);
        });
    }

    /** The server's number of the connection that is subscribed; those for requests may be replaced at any time. */
    private String subscribed() {
        return fixture.server.command("CLIENT", "LIST", "TYPE", "pubsub").replaceFirst("(?s)^id=(\\d+) .*", "$1");
    }

    /** A waiter with signals of its own, on a connection that is given up after some silence. */
    private void waitThrough(LockClock clock, int silenceMillis, BiConsumer<Contest, GateProxy> whileSignalled) {
        try (GateProxy proxy = GateProxy.redis(fixture.server.host(), fixture.server.port())) {
            RedisLockOptions options = RedisSettings.ofServer(LockSettings.of(fixture.server.uriThrough(proxy.port())));
            RedisErrors errors = new RedisErrors("redis", options);
            RedisConnections connections = OwnConnections.to(options, silenceMillis);
            connections.open(clock);
            RedisLockOperations operations = new RedisLockOperations(connections, options, errors, clock);
            RedisKeys own = RedisKeys.reserved("interlock", "test");
            RedisSignals signals = new RedisSignals(connections, errors, clock, own);
            RedisKeys keys = RedisKeys.of("interlock", name);
            try (Contest contest = new RedisContest(operations, signals, attempt(name), keys, Duration.ofMinutes(1))) {
                untilSignalled(contest);
                whileSignalled.accept(contest, proxy);
            } finally {
                signals.close();
                connections.close();
            }
        }
    }

    /** A clock that can be set ahead. */
    private record LaterClock(LockClock clock, AtomicLong ahead) implements LockClock {

        LaterClock(LockClock clock) {
            this(clock, new AtomicLong());
        }

        void advance(Duration time) {
            ahead.getAndAdd(time.toNanos());
        }

        @Override
        public long nanoTime() {
            return clock.nanoTime() + ahead.get();
        }

        @Override
        public long wallMillis() {
            return clock.wallMillis();
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return clock.schedule(delayNanos, task);
        }
    }
}

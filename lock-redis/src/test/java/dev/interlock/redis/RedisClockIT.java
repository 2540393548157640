// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.redis.options.RedisLockOptions;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Row R13: the wall clock of the server is set back; that it jumps ahead is rule FAULT-1. Leases are counted by it, a
 * declared weakness: a dead holder must block for longer, while tokens keep growing and no client's own deadline moves.
 */
class RedisClockIT {

    private static final AcquireOptions HALF_MINUTE = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofSeconds(30))
            .withRenewal(Renewal.NONE);
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration BACK = Duration.ofHours(-1);
    private static final Duration MONTH_BACK = Duration.ofDays(-30);

    /** In microseconds since 1970 more than 2^53. */
    private static final Instant AFTER_THE_GREATEST_TOKEN = Instant.parse("2255-06-07T00:00:00Z");

    private static ServerClock clock;
    private static BackendBench bench;

    private LockClient first;
    private LockClient second;
    private String name;

    @BeforeAll
    static void startServer() {
        clock = ServerClock.make();
        bench = new BackendBench(RedisServer.start(clock));
    }

    @AfterAll
    static void stopServer() {
        if (bench != null) {
            bench.close();
        }
    }

    @BeforeEach
    void connect() {
        first = LockClient.connect(bench.settings());
        second = LockClient.connect(bench.settings());
        name = bench.name().value();
    }

    @AfterEach
    void disconnect() {
        clock.shift(Duration.ZERO);
        first.close();
        second.close();
    }

    private static void jump(Duration ahead) {
        clock.shift(ahead);
        long shown = Long.parseLong(bench.server.command("TIME").split("\n", -1)[0]);
        assertThat(Duration.ofMillis(shown * 1_000 - System.currentTimeMillis()))
                .as("how far the server's clock is ahead")
                .isBetween(ahead.minusSeconds(5), ahead.plusSeconds(5));
    }

    @Test
    @DisplayName("R13 -1 h: declared, a dead holder blocks for an hour longer; its client's deadline does not move")
    void a_clock_that_is_set_back_keeps_a_lock_whose_holder_has_long_given_up() throws InterruptedException {
        LockHandle dead =
                first.lock(name).tryAcquire(HALF_MINUTE.withLease(SHORT)).orElseThrow();
        jump(BACK);
        await().atMost(Duration.ofSeconds(10)).until(() -> dead.state() == HandleState.LOST);
        assertThat(second.lock(name).tryAcquire(HALF_MINUTE)).isEmpty();
        assertThat(bench.pttl(BackendBench.key(new LockName(name)))).isBetween(3_590_000L, 3_603_000L);
        assertThat(dead.release()).isEqualTo(ReleaseResult.NOT_HELD);
    }

    @Test
    @DisplayName("R13 -1 h: a living holder renews and releases, and tokens grow although the clock is behind them")
    void a_live_holder_is_not_affected_by_a_clock_that_is_set_back() throws InterruptedException {
        LockHandle held = first.lock(name).tryAcquire(HALF_MINUTE).orElseThrow();
        jump(BACK);
        assertThat(held.renew(HALF_MINUTE.lease())).isEqualTo(RenewResult.RENEWED);
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        try (LockHandle next = second.lock(name).tryAcquire(HALF_MINUTE).orElseThrow()) {
            assertThat(next.fencingToken()).isEqualTo(held.fencingToken() + 1);
        }
    }

    /** Such a token would be the last one of its name, and the name would be refused ever after. */
    @Test
    @DisplayName("R13 +229 years: acquisitions are refused with the reason, and granted once the clock is right")
    void a_clock_beyond_the_greatest_token_refuses_and_leaves_nothing() {
        LockBackend backend = bench.backend();
        Attempt attempt = BackendBench.attempt(new LockName(name));
        Attempt other = BackendBench.attempt(new LockName(name + "-2"));
        BulkSteps bulk = backend.bulk().orElseThrow();
        jump(Duration.between(Instant.now(), AFTER_THE_GREATEST_TOKEN));
        AcquireOutcome.Refused one = BackendBench.refused(backend.tryAcquire(attempt));
        AcquireAllOutcome all = bulk.tryAcquireAll(List.of(attempt, other));
        String keys = bench.server.command("KEYS", "interlock:{" + name + "*");
        clock.shift(Duration.ZERO);
        assertThat(one.retryable()).isTrue();
        assertThat(one.cause()).hasMessageContaining("has a clock that is far ahead");
        assertThat(all)
                .isInstanceOfSatisfying(
                        AcquireAllOutcome.Refused.class,
                        refused -> assertThat(refused.cause()).hasMessageContaining("has a clock that is far ahead"));
        assertThat(keys).isEmpty();
        assertThat(bulk.tryAcquireAll(List.of(attempt, other))).isInstanceOf(AcquireAllOutcome.Granted.class);
    }

    /** Rule TOK-1: until the clock has passed the last token, and by tokenTtl, the counter alone keeps tokens growing. */
    @Test
    @DisplayName("R13 -30 d: a counter that is ahead of the clock is kept until the clock has passed it")
    void a_counter_outlives_the_time_by_which_the_clock_was_set_back() throws InterruptedException {
        long last = 0;
        Duration rest = RedisLockOptions.STANDARD.tokenTtl().plusHours(1);
        for (Duration ahead :
                List.of(Duration.ZERO, MONTH_BACK, MONTH_BACK.plus(rest), MONTH_BACK.plus(rest.multipliedBy(2)))) {
            jump(ahead);
            try (LockHandle held = first.lock(name).tryAcquire(HALF_MINUTE).orElseThrow()) {
                assertThat(held.fencingToken())
                        .as("with the clock at %s", ahead)
                        .isGreaterThan(last);
                assertThat(held.renew(HALF_MINUTE.lease())).isNotNull();
                last = held.fencingToken();
            }
        }
    }
}

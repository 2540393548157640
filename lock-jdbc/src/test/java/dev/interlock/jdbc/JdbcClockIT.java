// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.testbed.server.ServerClock;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;

/**
 * Row Q11: the wall clock of the database jumps. Leases are counted by it, which is a declared weakness: that they end
 * early is rule FAULT-1, and here a dead holder must block for longer, while tokens keep growing and no client's own
 * deadline moves. Row locks are not, but PostgreSQL ends idle sessions by it.
 */
@ParameterizedClass
@EachProduct
class JdbcClockIT {

    private static final AcquireOptions HALF_MINUTE = AcquireOptions.waitAtMost(Duration.ZERO)
            .withLease(Duration.ofSeconds(30))
            .withRenewal(Renewal.NONE);
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String ROW_LOCK = "interlock.mode=row-lock";
    private static final Duration BACK = Duration.ofHours(-1);

    private static ServerClock clock;
    private static BackendBench bench;

    @Parameter
    SqlProduct product;

    private final String name = "clock";
    private LockClient first;
    private LockClient second;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        clock = ServerClock.make();
        bench = new BackendBench(product, SqlServer.start(product, clock));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }

    private void connect(String... options) {
        first = LockClient.connect(bench.settings(bench.server.url(), options));
        second = LockClient.connect(bench.settings(bench.server.url(), options));
    }

    @AfterEach
    void disconnect() {
        clock.shift(Duration.ZERO);
        first.close();
        second.close();
    }

    private static void jump(Duration ahead) {
        clock.shift(ahead);
        String now = bench.isPostgres() ? "EXTRACT(EPOCH FROM clock_timestamp())::BIGINT" : "UNIX_TIMESTAMP()";
        long shown = Long.parseLong(bench.server.query("SELECT " + now));
        assertThat(Duration.ofMillis(shown * 1_000 - System.currentTimeMillis()))
                .as("how far the server's clock is ahead")
                .isBetween(ahead.minusSeconds(5), ahead.plusSeconds(5));
    }

    @Test
    @DisplayName("Q11 -1 h: declared, a dead holder blocks for an hour longer; its client's deadline does not move")
    void a_clock_that_is_set_back_keeps_a_lease_whose_holder_has_long_given_up() throws InterruptedException {
        connect();
        String dying = name + "-dying";
        LockHandle dead =
                first.lock(dying).tryAcquire(HALF_MINUTE.withLease(SHORT)).orElseThrow();
        jump(BACK);
        await().atMost(LONG).until(() -> dead.state() == HandleState.LOST);
        assertThat(second.lock(dying).tryAcquire(HALF_MINUTE)).isEmpty();
        assertThat(second.inspect(dying).orElseThrow().remaining().orElseThrow())
                .isBetween(Duration.ofSeconds(3_590), Duration.ofSeconds(3_602));
        assertThat(dead.release()).isEqualTo(ReleaseResult.NOT_HELD);
    }

    @Test
    @DisplayName("Q11 -1 h: a living holder renews and releases, and tokens grow although the clock is behind them")
    void a_live_holder_is_not_affected_by_a_clock_that_is_set_back() throws InterruptedException {
        connect();
        LockHandle held = first.lock(name).tryAcquire(HALF_MINUTE).orElseThrow();
        jump(BACK);
        assertThat(held.renew(HALF_MINUTE.lease())).isEqualTo(RenewResult.RENEWED);
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
        try (LockHandle next = second.lock(name).tryAcquire(HALF_MINUTE).orElseThrow()) {
            assertThat(next.fencingToken()).isEqualTo(held.fencingToken() + 1);
        }
    }

    @Test
    @DisplayName("Q11 on row locks +1 h: immune; declared of PostgreSQL, an idle session may be ended early")
    void a_clock_that_jumps_ahead_frees_no_row_lock_but_of_postgresql() throws InterruptedException {
        connect(ROW_LOCK);
        // Of a time-out that PostgreSQL no longer needs the alarm still rings: here after 3 s, and so after the jump.
        first.lock(name).withLock(HALF_MINUTE.withLease(SHORT), LockHandle::fencingToken);
        LockHandle held = first.lock(name).tryAcquire(HALF_MINUTE).orElseThrow();
        jump(Duration.ofHours(1));
        if (bench.isPostgres()) {
            try (LockHandle next = second.lock(name).acquire(AcquireOptions.waitAtMost(LONG))) {
                assertThat(held.state()).as("both believe").isEqualTo(HandleState.HELD);
                assertThat(next.fencingToken()).isGreaterThan(held.fencingToken());
                assertThat(held.renew(HALF_MINUTE.lease())).isEqualTo(RenewResult.NOT_HELD);
            }
            return;
        }
        await().during(SHORT.multipliedBy(3).dividedBy(2))
                .atMost(LONG)
                .until(() -> second.lock(name).tryAcquire().isEmpty());
        assertThat(held.renew(HALF_MINUTE.lease())).isEqualTo(RenewResult.RENEWED);
        assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
    }

    @Test
    @DisplayName("Q11 on row locks -1 h: immune; declared of PostgreSQL, a silent holder blocks for longer")
    void a_clock_that_is_set_back_does_not_keep_a_row_lock_but_of_postgresql() throws InterruptedException {
        connect(ROW_LOCK);
        LockHandle silent =
                first.lock(name).tryAcquire(HALF_MINUTE.withLease(SHORT)).orElseThrow();
        jump(BACK);
        Optional<LockHandle> next = second.lock(name)
                .tryAcquire(AcquireOptions.waitAtMost(bench.isPostgres() ? SHORT.plusSeconds(2) : LONG));
        assertThat(silent.state()).isEqualTo(HandleState.LOST);
        assertThat(next.isEmpty()).isEqualTo(bench.isPostgres());
        next.ifPresent(handle -> assertThat(handle.fencingToken()).isGreaterThan(silent.fencingToken()));
        next.ifPresent(LockHandle::close);
    }
}

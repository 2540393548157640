// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.Capability;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.server.PgBouncer;
import dev.interlock.testbed.server.SqlProduct;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** PostgreSQL through a pooler that lends its sessions for one transaction at a time; aborted where there is none. */
class PgBouncerIT {

    private static final String NOT_PREPARED = "prepareThreshold=0";

    private static BackendBench bench;
    private static PgBouncer pooler;

    @BeforeAll
    static void start() {
        bench = new BackendBench(SqlProduct.POSTGRES);
        pooler = PgBouncer.inFrontOf(
                bench.server,
                "pool_mode = transaction",
                "default_pool_size = 2",
                "ignore_startup_parameters = extra_float_digits");
    }

    @AfterEach
    void closeBackends() {
        bench.closeBackends();
    }

    @AfterAll
    static void stop() {
        if (pooler != null) {
            pooler.close();
        }
        if (bench != null) {
            bench.close();
        }
    }

    /** More clients and steps than sessions, so that each of them is lent to all. */
    @Test
    @DisplayName("leases are kept by sessions that others have in between")
    void leases_work_through_sessions_that_are_lent_for_a_transaction() {
        List<LockBackend> backends = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            backends.add(bench.backendAt(pooler.url(), NOT_PREPARED));
        }
        LockBackend direct = bench.backend();
        for (int i = 0; i < 40; i++) {
            LockBackend holder = backends.get(i % 4);
            Attempt attempt = attempt(bench.name());
            Grant grant = granted(holder.tryAcquire(attempt));
            contended(backends.get((i + 1) % 4).tryAcquire(attempt(attempt.name())));
            contended(direct.tryAcquire(attempt(attempt.name())));
            assertThat(holder.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(holder.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
            assertThat(granted(direct.tryAcquire(attempt(attempt.name()))).token())
                    .isGreaterThan(grant.token());
        }
    }

    /** A named lock belongs to a session, and the next borrower of that session would have it. */
    @Test
    void waiters_take_no_named_locks_and_poll() {
        LockBackend holder = bench.backendAt(pooler.url(), NOT_PREPARED);
        LockBackend waiter = bench.backendAt(pooler.url(), NOT_PREPARED);
        Attempt held = attempt(bench.name());
        granted(holder.tryAcquire(held));
        try (Contest contest = waiter.contest(attempt(held.name()))) {
            contended(contest.attempt());
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("interlock-jdbc-named-lock"));
            holder.release(held);
            granted(contest.attempt());
        }
    }

    /** A client of a lent session would not hear that others want a lock that it keeps. */
    @Test
    void no_lock_is_kept() {
        assertThat(bench.backendAt(pooler.url(), NOT_PREPARED).capabilities().has(Capability.RECALLS))
                .isFalse();
        assertThat(bench.backend().capabilities().has(Capability.RECALLS)).isTrue();
    }

    @Test
    void prepared_statements_that_another_client_meets_are_warned_of() {
        try (CapturedLogs logs = new CapturedLogs()) {
            bench.backendAt(pooler.url(), NOT_PREPARED);
            bench.backend();
            assertThat(logs.warnings()).noneMatch(line -> line.contains("pooler"));
            bench.backendAt(pooler.url());
            assertThat(logs.warnings())
                    .anyMatch(line -> line.contains("answers through a pooler") && line.contains(NOT_PREPARED));
        }
    }

    @Test
    @DisplayName("a row lock is refused a session that is not its own, however few share it")
    void row_locks_are_refused_at_the_start() {
        for (String threshold : List.of(NOT_PREPARED, "prepareThreshold=5")) {
            LockBackend backend = bench.opened(bench.settings(pooler.url(), "interlock.mode=row-lock", threshold));
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> backend.start(bench.context))
                    .withMessageContaining("answers through a pooler such as PgBouncer")
                    .withMessageContaining("point the url at the server, or set interlock.mode=lease");
        }
        bench.backend("interlock.mode=row-lock");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.LEASE;
import static dev.interlock.jdbc.BackendBench.LIMIT;
import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.jdbc.options.JdbcLockOptions;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.bulk.AllOrNoneRun;
import dev.interlock.tck.bulk.BulkTimes;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.testbed.proxy.ConnectionEnding;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps for many locks on real servers: some statements for all of them. */
@ParameterizedClass
@EnumSource
class JdbcBulkIT extends OnEachDatabase {

    private static final ReleaseOutcome RELEASED = new ReleaseOutcome.Released();
    private static final ReleaseOutcome NOT_OWNER = new ReleaseOutcome.NotOwner();

    private static BulkSteps bulk(LockBackend backend) {
        return backend.bulk().orElseThrow();
    }

    private static List<Attempt> attempts(int count) {
        return Stream.generate(() -> attempt(bench.name())).limit(count).toList();
    }

    private static List<Grant> grantedAll(AcquireAllOutcome outcome) {
        assertThat(outcome).isInstanceOf(AcquireAllOutcome.Granted.class);
        return ((AcquireAllOutcome.Granted) outcome).grants();
    }

    private static List<ReleaseOutcome> released(int count) {
        return Stream.generate(() -> RELEASED).limit(count).toList();
    }

    private static long held(LockBackend backend, List<Attempt> attempts) {
        return attempts.stream()
                .filter(attempt -> backend.inspect(attempt.name()).isPresent())
                .count();
    }

    private static String where(Attempt attempt) {
        String hex = HexFormat.of().formatHex(JdbcKeys.of(attempt.name()));
        return " WHERE lock_name = " + (bench.isPostgres() ? "'\\x" + hex + "'" : "x'" + hex + "'");
    }

    private static void expire(Attempt attempt) {
        bench.server.execute("UPDATE interlock_lease SET expires_us = 1" + where(attempt));
    }

    @Test
    void all_are_granted_as_single_ones_are_with_or_without_rows() {
        LockBackend backend = bench.backend();
        assertThat(backend.capabilities().has(Capability.GRANTS_ALL_AT_ONCE)).isTrue();
        Attempt used = attempt(bench.name());
        Grant before = granted(backend.tryAcquire(used));
        backend.release(used);
        List<Attempt> attempts = List.of(
                Attempt.of(new LockName("ü%{\"'\\"), AttemptId.random(), LEASE, 3, "till 7 \"it's\\"),
                attempt(used.name(), Duration.ofSeconds(90), 1),
                attempt(bench.name(), LEASE, 64));
        long asked = StandaloneContext.now();
        List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
        assertThat(grants).extracting(Grant::attempt).isEqualTo(attempts);
        assertThat(grants.get(1).token()).isGreaterThan(before.token());
        for (Grant grant : grants) {
            LockName name = grant.attempt().name();
            assertThat(grant.sentNanos()).isBetween(asked, StandaloneContext.now());
            assertThat(backend.inspect(name)).hasValueSatisfying(holder -> {
                assertThat(holder.fencingToken()).isEqualTo(grant.token());
                assertThat(holder.hint().orElse(null)).isEqualTo(grant.attempt().holderHint());
                assertThat(holder.remaining().orElseThrow())
                        .isBetween(Duration.ofMillis(1), grant.attempt().lease());
            });
            contended(backend.tryAcquire(attempt(name)));
        }
        assertThat(bulk(backend).releaseAll(attempts)).isEqualTo(released(3));
        assertThat(granted(backend.tryAcquire(attempt(attempts.get(2).name()))).token())
                .isGreaterThanOrEqualTo(grants.get(2).token() + 64);
        bulk(backend).releaseAll(attempts);
    }

    @Test
    void statements_that_are_prepared_at_the_server_do_the_same() {
        String url = bench.server.url();
        String option = bench.isPostgres() ? "prepareThreshold=1" : "useServerPrepStmts=true";
        LockBackend backend = bench.backendAt(url + (url.contains("?") ? "&" : "?") + option);
        List<Attempt> attempts = attempts(3);
        for (int round = 0; round < 3; round++) {
            List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
            assertThat(bulk(backend).renewAll(grants, LEASE)).hasOnlyElementsOfType(RenewOutcome.Renewed.class);
            assertThat(bulk(backend).releaseAll(attempts)).isEqualTo(released(3));
        }
    }

    @Test
    void where_one_is_taken_none_is_granted() {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(3);
        Grant holder = granted(backend.tryAcquire(attempt(attempts.get(1).name())));
        assertThat(bulk(backend).tryAcquireAll(attempts))
                .isInstanceOfSatisfying(AcquireAllOutcome.Contended.class, contended -> {
                    assertThat(contended.busy()).isEqualTo(attempts.get(1).name());
                    assertThat(contended.retryAfter()).isBetween(Duration.ofMillis(1), LEASE.plusMillis(1));
                });
        assertThat(held(backend, attempts)).isEqualTo(1);
        assertThat(backend.release(holder.attempt())).isEqualTo(RELEASED);
        List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
        assertThat(grants.get(1).token()).isGreaterThan(holder.token());
    }

    @Test
    void a_row_of_a_newer_version_refuses_all() {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(2);
        granted(backend.tryAcquire(attempts.get(1)));
        backend.release(attempts.get(1));
        bench.server.execute("UPDATE interlock_lease SET format_version = 2" + where(attempts.get(1)));
        assertThat(bulk(backend).tryAcquireAll(attempts))
                .isInstanceOfSatisfying(AcquireAllOutcome.Refused.class, refused -> {
                    assertThat(refused.retryable()).isFalse();
                    assertThat(refused.cause())
                            .hasMessageContaining("'" + attempts.get(0).name() + "' and 1 more not acquired")
                            .hasMessageContaining(
                                    "format 2 of the row of '" + attempts.get(1).name() + "'");
                });
        assertThat(held(backend, attempts)).isZero();
    }

    @Test
    void clients_with_overlapping_sets_never_share_a_lock_nor_get_a_part() throws InterruptedException {
        List<LockBackend> clients = Stream.generate(() -> bench.backend("interlock.poolSize=2"))
                .limit(8)
                .toList();
        List<LockName> names = Stream.generate(bench::name).limit(6).toList();
        int contended = new AllOrNoneRun(clients, bench.backend(), names).granting(20, Duration.ofMinutes(5));
        assertThat(contended).isPositive();
    }

    /** Of the application's, whose sessions wait for a row for as long as the server lets them by itself: 50 s at least. */
    private static HikariDataSource pool(String isolation) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(bench.server.url());
        config.setUsername(bench.server.user());
        config.setPassword(bench.server.password());
        config.setTransactionIsolation(isolation);
        return new HikariDataSource(config);
    }

    /** The look at the rows and the update are one: what changes a row in between makes it wait. */
    @ParameterizedTest
    @ValueSource(strings = {"TRANSACTION_READ_COMMITTED", "TRANSACTION_REPEATABLE_READ", "TRANSACTION_SERIALIZABLE"})
    void a_grant_that_is_under_way_is_waited_for_and_seen(String isolation) throws Exception {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(3);
        grantedAll(bulk(backend).tryAcquireAll(attempts));
        bulk(backend).releaseAll(attempts);
        List<Attempt> again =
                attempts.stream().map(attempt -> attempt(attempt.name())).toList();
        try (HikariDataSource pool = pool(isolation);
                Connection other = bench.server.connect();
                Statement statement = other.createStatement()) {
            LockBackend borrowing = bench.started(JdbcLockBackend.using(pool, JdbcLockOptions.STANDARD));
            other.setAutoCommit(false);
            String far = Long.toString(Long.MAX_VALUE / 2);
            statement.execute("UPDATE interlock_lease SET expires_us = " + far + ", owner_id = "
                    + (bench.isPostgres() ? "'\\x00'" : "x'00'")
                    + where(attempts.get(1)));
            CompletableFuture<AcquireAllOutcome> outcome =
                    CompletableFuture.supplyAsync(() -> bulk(borrowing).tryAcquireAll(again));
            bench.awaitBlocked();
            other.commit();
            assertThat(outcome.join())
                    .isInstanceOfSatisfying(
                            AcquireAllOutcome.Contended.class,
                            contended -> assertThat(contended.busy())
                                    .isEqualTo(attempts.get(1).name()));
            assertThat(held(backend, attempts)).isEqualTo(1);
        }
    }

    @Test
    void a_repeated_request_finds_its_own_and_takes_what_has_expired_anew() {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(3);
        List<Grant> first = grantedAll(bulk(backend).tryAcquireAll(attempts));
        assertThat(grantedAll(bulk(backend).tryAcquireAll(attempts)))
                .extracting(Grant::token)
                .isEqualTo(first.stream().map(Grant::token).toList());
        expire(attempts.get(1));
        List<Grant> second = grantedAll(bulk(backend).tryAcquireAll(attempts));
        assertThat(second.get(0).token()).isEqualTo(first.get(0).token());
        assertThat(second.get(1).token()).isGreaterThan(first.get(1).token());
        assertThat(second.get(2).token()).isEqualTo(first.get(2).token());
    }

    @Test
    void a_repeated_request_that_finds_one_of_its_own_taken_leaves_it_the_others() {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(3);
        grantedAll(bulk(backend).tryAcquireAll(attempts));
        expire(attempts.get(1));
        Grant other = granted(backend.tryAcquire(attempt(attempts.get(1).name())));
        assertThat(bulk(backend).tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Contended.class);
        assertThat(bulk(backend).releaseAll(attempts)).containsExactly(RELEASED, NOT_OWNER, RELEASED);
        assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
    }

    @Test
    void a_late_request_shortens_no_lease() {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(2);
        List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
        bulk(backend).renewAll(grants, Duration.ofDays(20));
        grantedAll(bulk(backend).tryAcquireAll(attempts));
        bulk(backend).renewAll(grants, LEASE);
        assertThat(backend.inspect(attempts.get(1).name()).orElseThrow().remaining())
                .hasValueSatisfying(left -> assertThat(left).isGreaterThan(Duration.ofDays(19)));
        bulk(backend).releaseAll(attempts);
    }

    @Test
    void a_lost_reply_is_unknown_and_a_later_release_frees_all() {
        LockBackend direct = bench.backend();
        try (GateProxy proxy = proxy()) {
            BulkSteps steps = bulk(bench.backendAt(bench.server.urlThrough(proxy.port())));
            List<Attempt> attempts = attempts(3);
            grantedAll(steps.tryAcquireAll(attempts));
            assertThat(steps.releaseAll(attempts)).isEqualTo(released(3));
            proxy.onRequest(JdbcSteps.running("interlock lease-acquire-all ")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Unknown.class);
            assertThat(steps.releaseAll(attempts)).isEqualTo(released(3));
            proxy.onRequest(JdbcSteps.running("interlock lease-look-all ")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.tryAcquireAll(attempts))
                    .as("granted, but its tokens are not known")
                    .isInstanceOf(AcquireAllOutcome.Unknown.class);
            List<Grant> grants = grantedAll(steps.tryAcquireAll(attempts));
            proxy.onRequest(JdbcSteps.running("interlock lease-renew-all ")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.renewAll(grants, LEASE)).hasSize(3).allMatch(RenewOutcome.Unknown.class::isInstance);
            assertThat(steps.renewAll(grants, LEASE)).hasSize(3).allMatch(RenewOutcome.Renewed.class::isInstance);
            proxy.onRequest(JdbcSteps.running("interlock lease-release-all ")).dropReply(ConnectionEnding.CUT);
            assertThat(steps.releaseAll(attempts)).hasSize(3).allMatch(ReleaseOutcome.Unknown.class::isInstance);
            assertThat(steps.releaseAll(attempts)).containsOnly(NOT_OWNER);
            assertThat(held(direct, attempts)).isZero();
        }
    }

    @Test
    void tokens_go_on_behind_all_of_the_last_grant_where_they_are_ahead_of_the_clock() {
        LockBackend backend = bench.backend();
        Attempt before = attempt(bench.name(), LEASE, 64);
        Grant first = granted(backend.tryAcquire(before));
        backend.release(before);
        bench.server.execute("UPDATE interlock_lease SET first_token = first_token + 1000000000000" + where(before));
        List<Attempt> attempts = List.of(attempt(before.name()), attempt(bench.name()));
        assertThat(grantedAll(bulk(backend).tryAcquireAll(attempts)).get(0).token())
                .isEqualTo(first.token() + 1_000_000_000_000L + 64);
        bulk(backend).releaseAll(attempts);
    }

    private static GateProxy proxy() {
        return bench.isPostgres()
                ? GateProxy.postgres(bench.server.host(), bench.server.port())
                : GateProxy.mysql(bench.server.host(), bench.server.port());
    }

    /** Of several statements of a step: what another client does between two of them. */
    @Test
    void a_lock_that_another_takes_between_the_statements_of_a_release_stays_its_own() throws InterruptedException {
        LockBackend direct = bench.backend();
        try (GateProxy proxy = proxy()) {
            BulkSteps steps = bulk(bench.backendAt(bench.server.urlThrough(proxy.port())));
            List<Attempt> attempts = attempts(2);
            grantedAll(steps.tryAcquireAll(attempts));
            Gate gate = proxy.onRequest(JdbcSteps.running("interlock lease-release-all "))
                    .holdRequest();
            CompletableFuture<List<ReleaseOutcome>> releasing =
                    CompletableFuture.supplyAsync(() -> steps.releaseAll(attempts));
            gate.awaitReached(LIMIT);
            expire(attempts.get(1));
            Grant other = granted(direct.tryAcquire(attempt(attempts.get(1).name())));
            gate.open();
            assertThat(releasing.join()).hasSize(2).allMatch(ReleaseOutcome.Unknown.class::isInstance);
            assertThat(direct.inspect(other.attempt().name()))
                    .hasValueSatisfying(
                            holder -> assertThat(holder.fencingToken()).isEqualTo(other.token()));
            assertThat(direct.inspect(attempts.get(0).name())).isEmpty();
        }
    }

    @Test
    void a_lock_that_another_takes_before_its_grant_is_reported_is_not_granted() throws InterruptedException {
        LockBackend direct = bench.backend();
        try (GateProxy proxy = proxy()) {
            BulkSteps steps = bulk(bench.backendAt(bench.server.urlThrough(proxy.port())));
            List<Attempt> attempts = attempts(2);
            grantedAll(steps.tryAcquireAll(attempts));
            assertThat(steps.releaseAll(attempts)).isEqualTo(released(2));
            Gate gate = proxy.onRequest(JdbcSteps.running("interlock lease-look-all "))
                    .holdRequest();
            CompletableFuture<AcquireAllOutcome> acquiring =
                    CompletableFuture.supplyAsync(() -> steps.tryAcquireAll(attempts));
            gate.awaitReached(LIMIT);
            expire(attempts.get(1));
            granted(direct.tryAcquire(attempt(attempts.get(1).name())));
            gate.open();
            assertThat(acquiring.join()).isInstanceOf(AcquireAllOutcome.Unknown.class);
        }
    }

    @Test
    void a_renewal_counts_from_before_the_first_of_its_statements() throws InterruptedException {
        try (GateProxy proxy = proxy()) {
            BulkSteps steps = bulk(bench.backendAt(bench.server.urlThrough(proxy.port())));
            List<Attempt> attempts = attempts(2);
            List<Grant> grants = grantedAll(steps.tryAcquireAll(attempts));
            expire(attempts.get(1));
            Gate gate = proxy.onRequest(JdbcSteps.running("interlock lease-own-unlocked "))
                    .holdRequest();
            CompletableFuture<List<RenewOutcome>> renewing =
                    CompletableFuture.supplyAsync(() -> steps.renewAll(grants, LEASE));
            gate.awaitReached(LIMIT);
            long between = StandaloneContext.now();
            gate.open();
            assertThat(renewing.join().get(0))
                    .isInstanceOfSatisfying(
                            RenewOutcome.Renewed.class,
                            renewed -> assertThat(renewed.sentNanos()).isLessThan(between));
        }
    }

    @Test
    void of_a_thousand_renewals_only_that_of_another_owner_is_reported() {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(BulkSteps.MAX_LOCKS);
        List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
        expire(attempts.get(500));
        expire(attempts.get(501));
        Grant other = granted(backend.tryAcquire(attempt(attempts.get(500).name())));
        long asked = StandaloneContext.now();
        List<RenewOutcome> outcomes = bulk(backend).renewAll(grants, Duration.ofMinutes(3));
        assertThat(outcomes.get(500)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(outcomes.get(501)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(outcomes.stream().filter(RenewOutcome.Renewed.class::isInstance))
                .hasSize(BulkSteps.MAX_LOCKS - 2)
                .allSatisfy(outcome -> assertThat(((RenewOutcome.Renewed) outcome).sentNanos())
                        .isBetween(asked, StandaloneContext.now()));
        assertThat(backend.inspect(attempts.get(501).name())).isEmpty();
        assertThat(backend.inspect(attempts.get(999).name()).orElseThrow().remaining())
                .hasValueSatisfying(left -> assertThat(left).isGreaterThan(LEASE));
        List<ReleaseOutcome> released = bulk(backend).releaseAll(attempts);
        assertThat(released.stream().filter(RELEASED::equals)).hasSize(BulkSteps.MAX_LOCKS - 2);
        assertThat(released.get(500)).isEqualTo(NOT_OWNER);
        assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
    }

    @Test
    void a_row_that_a_stranger_keeps_locked_costs_the_others_nothing() throws SQLException {
        LockBackend backend = bench.backend("interlock.timeout=2s");
        List<Attempt> attempts = attempts(4);
        List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
        expire(attempts.get(3));
        try (Connection stranger = bench.server.connect();
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            statement.execute("SELECT 1 FROM interlock_lease" + where(attempts.get(1)) + " FOR UPDATE");
            statement.execute("SELECT 1 FROM interlock_lease" + where(attempts.get(3)) + " FOR UPDATE");
            List<RenewOutcome> renewed = bulk(backend).renewAll(grants, LEASE);
            assertThat(renewed.get(0)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(renewed.get(1)).isInstanceOf(RenewOutcome.Unknown.class);
            assertThat(renewed.get(2)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(renewed.get(3)).isInstanceOf(RenewOutcome.NotOwner.class);
            List<ReleaseOutcome> released = bulk(backend).releaseAll(attempts);
            assertThat(released.get(0)).isEqualTo(RELEASED);
            assertThat(released.get(1)).isInstanceOf(ReleaseOutcome.Unknown.class);
            assertThat(released.get(2)).isEqualTo(RELEASED);
            assertThat(released.get(3)).isInstanceOf(ReleaseOutcome.Unknown.class);
            stranger.rollback();
        }
        assertThat(bulk(backend).releaseAll(attempts)).containsExactly(NOT_OWNER, RELEASED, NOT_OWNER, NOT_OWNER);
    }

    @Test
    void a_try_that_waits_for_a_locked_row_keeps_no_other_row_locked() throws Exception {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(3);
        grantedAll(bulk(backend).tryAcquireAll(attempts));
        bulk(backend).releaseAll(attempts);
        try (HikariDataSource pool = pool("TRANSACTION_READ_COMMITTED");
                Connection stranger = bench.server.connect();
                Statement statement = stranger.createStatement()) {
            LockBackend patient = bench.started(JdbcLockBackend.using(pool, JdbcLockOptions.STANDARD));
            stranger.setAutoCommit(false);
            statement.execute("SELECT 1 FROM interlock_lease" + where(attempts.get(1)) + " FOR UPDATE");
            CompletableFuture<AcquireAllOutcome> outcome =
                    CompletableFuture.supplyAsync(() -> bulk(patient).tryAcquireAll(attempts));
            bench.awaitBlocked();
            for (Attempt free : List.of(attempts.get(0), attempts.get(2))) {
                Grant other = granted(backend.tryAcquire(attempt(free.name())));
                assertThat(backend.renew(other, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
                assertThat(backend.release(other.attempt())).isEqualTo(RELEASED);
            }
            assertThat(outcome).as("all that while it waited").isNotDone();
            stranger.rollback();
            grantedAll(outcome.join());
        }
    }

    @Test
    void a_row_that_stays_locked_refuses_and_never_says_contended() throws SQLException {
        LockBackend backend = bench.backend("interlock.timeout=2s");
        List<Attempt> attempts = attempts(2);
        grantedAll(bulk(backend).tryAcquireAll(attempts));
        bulk(backend).releaseAll(attempts);
        try (Connection stranger = bench.server.connect();
                Statement statement = stranger.createStatement()) {
            stranger.setAutoCommit(false);
            statement.execute("SELECT 1 FROM interlock_lease" + where(attempts.get(1)) + " FOR UPDATE");
            assertThat(bulk(backend).tryAcquireAll(attempts))
                    .isInstanceOfSatisfying(AcquireAllOutcome.Refused.class, refused -> {
                        assertThat(refused.retryable()).isTrue();
                        assertThat(refused.cause())
                                .hasMessageContaining("' and 1 more not acquired")
                                .hasMessageContaining("keeps our row locked for another session");
                    });
            stranger.rollback();
        }
        assertThat(held(backend, attempts)).isZero();
    }

    @Test
    void a_release_waits_for_a_grant_of_its_attempt_that_is_under_way() throws Exception {
        LockBackend backend = bench.backend();
        List<Attempt> attempts = attempts(2);
        grantedAll(bulk(backend).tryAcquireAll(attempts));
        expire(attempts.get(1));
        try (Connection late = bench.server.connect();
                Statement statement = late.createStatement()) {
            late.setAutoCommit(false);
            String far = Long.toString(Long.MAX_VALUE / 2);
            statement.execute("UPDATE interlock_lease SET expires_us = " + far + where(attempts.get(1)));
            CompletableFuture<List<ReleaseOutcome>> releasing =
                    CompletableFuture.supplyAsync(() -> bulk(backend).releaseAll(attempts));
            bench.awaitBlocked();
            late.commit();
            assertThat(releasing.join()).isEqualTo(released(2));
        }
    }

    @Test
    void a_server_that_takes_no_writes_proves_nothing() {
        LockBackend backend =
                bench.backend(bench.isPostgres() ? new String[0] : bench.user("plain", "SELECT, INSERT, UPDATE"));
        List<Attempt> attempts = attempts(2);
        List<Grant> grants = grantedAll(bulk(backend).tryAcquireAll(attempts));
        Attempt other = attempt(bench.name());
        Grant never = Grant.of(other, 1, 0, LEASE);
        bench.readOnly("on");
        try {
            assertThat(bulk(backend).tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Refused.class);
            assertThat(bulk(backend).renewAll(List.of(grants.get(0), never), LEASE))
                    .hasOnlyElementsOfType(RenewOutcome.Unknown.class);
            assertThat(bulk(backend).releaseAll(List.of(other))).hasOnlyElementsOfType(ReleaseOutcome.Unknown.class);
        } finally {
            bench.readOnly("off");
        }
        assertThat(bulk(backend).releaseAll(attempts)).isEqualTo(released(2));
    }

    @Test
    void each_step_is_some_statements_for_all_of_them() {
        BulkSteps steps = bulk(bench.backend("interlock.poolReserve=1"));
        List<Attempt> attempts = attempts(100);
        assertThat(statements(() -> steps.tryAcquireAll(attempts)))
                .as("names that were never used")
                .isEqualTo(5);
        assertThat(steps.releaseAll(attempts)).isEqualTo(released(100));
        assertThat(statements(() -> steps.tryAcquireAll(attempts))).isEqualTo(2);
        List<Grant> grants = grantedAll(steps.tryAcquireAll(attempts));
        assertThat(statements(() -> steps.renewAll(grants, LEASE))).isEqualTo(1);
        assertThat(statements(() -> steps.releaseAll(attempts))).isEqualTo(2);
    }

    private static long statements(Runnable step) {
        long before = sent();
        step.run();
        return sent() - before;
    }

    private static long sent() {
        return bench.server.statementsByKind().entrySet().stream()
                .filter(kind -> kind.getKey().matches("select|update|update_multi|insert|insert_select|with"))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** A line of the output; two rounds, since the first one is that of a cold JVM. */
    @Test
    @Tag("nightly")
    void times_of_a_thousand() {
        BulkTimes times = new BulkTimes(bench.backend(), bench::name);
        times.take();
        times.take();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.contended;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static dev.interlock.jdbc.BackendBench.waited;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps of mode row-lock, one by one, on each database. */
@ParameterizedClass
@EnumSource
class RowLockModeIT extends OnEachDatabase {

    private static final Duration SHORT = Duration.ofSeconds(3);

    private LockBackend backend;
    private LockBackend other;
    private LockName name;

    @BeforeEach
    void open() {
        backend = bench.backend("interlock.mode=row-lock");
        other = bench.backend("interlock.mode=row-lock");
        name = bench.name();
    }

    @Test
    void a_held_row_is_not_granted_to_another_until_its_release() {
        Attempt attempt = attempt(name);
        Grant grant = granted(backend.tryAcquire(attempt));
        contended(other.tryAcquire(attempt(name)));
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        contended(other.tryAcquire(attempt(name)));
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.Released());
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
        assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(granted(other.tryAcquire(attempt(name))).token()).isGreaterThan(grant.token());
    }

    @Test
    void an_attempt_that_is_sent_again_gets_its_token() {
        Attempt attempt = attempt(name, BackendBench.LEASE, 3);
        Grant first = granted(backend.tryAcquire(attempt));
        assertThat(granted(backend.tryAcquire(attempt)).token()).isEqualTo(first.token());
        backend.release(attempt);
        assertThat(granted(backend.tryAcquire(attempt(name))).token()).isGreaterThanOrEqualTo(first.token() + 3);
    }

    @Test
    void the_server_frees_the_lock_when_its_session_was_idle_for_a_lease() {
        Attempt attempt = attempt(name, SHORT, 1);
        long before = System.nanoTime();
        Grant grant = granted(backend.tryAcquire(attempt));
        Grant next = waited(other, attempt(name));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(SHORT.dividedBy(2));
        assertThat(next.token()).isGreaterThan(grant.token());
        assertThat(backend.renew(grant, SHORT)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(backend.release(attempt)).isEqualTo(new ReleaseOutcome.NotOwner());
    }

    /** They are rows of a table, and no session holds them. */
    @Test
    void locks_that_several_may_hold_survive_a_restart_as_leases_do() {
        assertThat(backend.capabilities().has(Capability.SURVIVES_RESTART)).isFalse();
        assertThat(backend.shares().orElseThrow().capabilities().has(Capability.SURVIVES_RESTART))
                .isTrue();
    }

    @Test
    void a_renewal_for_longer_is_kept_for_longer() {
        Attempt attempt = attempt(name, SHORT, 1);
        Grant grant = granted(backend.tryAcquire(attempt));
        long before = System.nanoTime();
        assertThat(backend.renew(grant, SHORT.multipliedBy(2))).isInstanceOf(RenewOutcome.Renewed.class);
        waited(other, attempt(name));
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThan(SHORT.plusSeconds(1));
    }

    /** The second limit is known since PostgreSQL 17. MySQL and MariaDB have none of this kind. */
    @Test
    void an_operators_limits_of_transactions_do_not_end_a_lock() {
        assumeTrue(bench.isPostgres(), "limits of transactions");
        List<String> limits = Stream.of("idle_in_transaction_session_timeout", "transaction_timeout")
                .filter(limit -> bench.server
                        .query("SELECT count(*) FROM pg_settings WHERE name = '" + limit + "'")
                        .equals("1"))
                .toList();
        String role = "ALTER ROLE " + bench.server.user();
        limits.forEach(limit -> bench.server.execute(role + " SET " + limit + " = '500ms'"));
        try {
            LockBackend limited = bench.backend("interlock.mode=row-lock");
            Grant grant = granted(limited.tryAcquire(attempt(name)));
            await().pollDelay(Duration.ofSeconds(1)).atMost(BackendBench.LIMIT).until(() -> true);
            assertThat(limited.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        } finally {
            limits.forEach(limit -> bench.server.execute(role + " RESET " + limit));
        }
    }

    @Test
    void a_release_wakes_a_waiter_that_waits_in_the_server() {
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        Contest contest = other.contest(attempt(name));
        contended(contest.attempt());
        var signal = contest.signal().toCompletableFuture();
        bench.awaitBlocked();
        assertThat(signal).isNotDone();
        backend.release(attempt);
        assertThat(signal).succeedsWithin(BackendBench.LIMIT);
        granted(contest.attempt());
        contest.close();
    }

    /** Each slice of the wait has the time-out on top. A shorter one would be too short to connect on a busy machine. */
    @Test
    void a_wait_of_many_seconds_needs_no_long_time_out() {
        LockBackend hasty = bench.backend("interlock.mode=row-lock", "interlock.timeout=2s");
        granted(backend.tryAcquire(attempt(name, Duration.ofSeconds(6), 1)));
        waited(hasty, attempt(name));
    }

    @Test
    void a_waiter_that_leaves_leaves_nothing_behind() {
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        Contest contest = other.contest(attempt(name));
        contended(contest.attempt());
        var signal = contest.signal().toCompletableFuture();
        bench.awaitBlocked();
        contest.close();
        assertThat(signal).succeedsWithin(BackendBench.LIMIT);
        backend.release(attempt);
        // A statement that was not cancelled in time keeps its place in the server's queue until its second is over.
        waited(backend, attempt(name));
    }

    @Test
    void a_waiter_that_leaves_with_the_row_leaves_nothing_behind() {
        Attempt attempt = attempt(name);
        granted(backend.tryAcquire(attempt));
        Contest contest = other.contest(attempt(name));
        contended(contest.attempt());
        var signal = contest.signal().toCompletableFuture();
        backend.release(attempt);
        assertThat(signal).succeedsWithin(BackendBench.LIMIT);
        contest.close();
        granted(backend.tryAcquire(attempt(name)));
    }

    @Test
    void inspect_shows_the_holder_while_the_lock_is_held() {
        assertThat(other.inspect(name)).isEmpty();
        Attempt attempt = Attempt.of(name, attempt(name).id(), BackendBench.LEASE, 1, "host:1 'x'");
        Grant grant = granted(backend.tryAcquire(attempt));
        assertThat(other.inspect(name)).hasValueSatisfying(holder -> {
            assertThat(holder.fencingToken()).isEqualTo(grant.token());
            assertThat(holder.hint()).contains("host:1 'x'");
            assertThat(holder.remaining()).isEmpty();
        });
        backend.release(attempt);
        assertThat(other.inspect(name)).isEmpty();
    }

    @Test
    void names_are_bytes() {
        for (String each : new String[] {"Name", "name ", "näme", "na\u0308me", "n%me", "'; --", "name"}) {
            granted(backend.tryAcquire(attempt(new LockName(each))));
        }
        contended(other.tryAcquire(attempt(new LockName("Name"))));
    }

    @Test
    void more_locks_than_it_may_hold_are_refused_with_the_way_out() {
        LockBackend narrow = bench.backend("interlock.mode=row-lock", "interlock.maxHeld=1");
        Attempt held = attempt(name);
        granted(narrow.tryAcquire(held));
        AcquireOutcome.Refused refused = refused(narrow.tryAcquire(attempt(bench.name())));
        assertThat(refused.retryable()).isTrue();
        assertThat(refused.cause()).hasMessageContaining("1 connections").hasMessageContaining("interlock.maxHeld");
        assertThat(narrow.release(held)).isEqualTo(new ReleaseOutcome.Released());
        granted(narrow.tryAcquire(attempt(bench.name())));
    }

    /** The modes have tables of their own, so a lock of one says nothing to the other. */
    @Test
    void the_two_modes_do_not_exclude_each_other() {
        LockBackend lease = bench.backend("interlock.mode=lease");
        granted(backend.tryAcquire(attempt(name)));
        granted(lease.tryAcquire(attempt(name)));
    }

    /** Both modes on one row would not see each other, so neither starts on the other's table. */
    @Test
    void neither_mode_starts_on_the_table_of_the_other() {
        for (String[] wrong : new String[][] {
            {"interlock.mode=row-lock", "interlock.table=interlock_lease"},
            {"interlock.mode=lease", "interlock.table=interlock_row"}
        }) {
            bench.backend("interlock.mode=lease");
            assertThatThrownBy(() -> bench.backend(wrong))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("column")
                    .hasMessageContaining("set interlock.table");
        }
    }

    @Test
    void missing_tables_are_named_with_the_file_that_creates_them() {
        assertThatThrownBy(() -> bench.backend(
                        "interlock.mode=row-lock", "interlock.table=other_row", "interlock.schema=validate"))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("create other_row and other_row_token with")
                .hasMessageContaining("-row-lock.sql");
    }
}

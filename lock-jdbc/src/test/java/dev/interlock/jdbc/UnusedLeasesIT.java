// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.LIMIT;
import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.jdbc.dialect.JdbcDialect;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome.Renewed;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** The deletion of rows that were not used for long, beside locks that are held. */
@ParameterizedClass
@EachProduct
class UnusedLeasesIT extends OnEachDatabase {

    private static final Duration AGE = Duration.ofHours(2);
    private static final Duration LEASE = Duration.ofSeconds(5);

    /** Ten thousands of rows: 2^DOUBLINGS. */
    private static final int DOUBLINGS = 15;

    private JdbcLockBackend backend;

    @BeforeEach
    void emptyTheTable() {
        backend = (JdbcLockBackend) bench.backend();
        bench.server.execute("DELETE FROM interlock_lease");
    }

    private static String bytes(String text) {
        return bench.isPostgres() ? "convert_to('" + text + "', 'UTF8')" : "'" + text + "'";
    }

    /** A row that was last used so long ago by the server's clock; a dead holder's, if it has an owner. */
    private static void insert(String name, boolean owned, Duration usedBefore, Duration grantedBefore) {
        String now = bench.isPostgres() ? JdbcDialect.POSTGRESQL.now() : JdbcDialect.MYSQL.now();
        bench.server.execute("INSERT INTO interlock_lease (lock_name, owner_id, first_token, token_count, expires_us,"
                + " change_count, format_version) VALUES (" + bytes(name) + ", "
                + (owned ? bytes("0123456789abcdef") : "NULL") + ", " + now + " - " + micros(grantedBefore) + ", 1, "
                + now
                + " - " + micros(usedBefore) + ", 1, 1)");
    }

    private static long micros(Duration duration) {
        return duration.toMillis() * 1_000;
    }

    private static void insertMany() {
        insert("old", true, AGE.multipliedBy(2), AGE.multipliedBy(3));
        for (int i = 0; i < DOUBLINGS; i++) {
            String name =
                    bench.isPostgres() ? "lock_name || " + bytes("-" + i) : "CONCAT(lock_name, " + bytes("-" + i) + ")";
            bench.server.execute("INSERT INTO interlock_lease SELECT " + name
                    + (i % 2 == 0 ? ", NULL" : ", owner_id")
                    + ", first_token, token_count, expires_us, holder_hint, change_count, format_version"
                    + " FROM interlock_lease");
        }
    }

    private static long rows() {
        return Long.parseLong(bench.server.query("SELECT count(*) FROM interlock_lease"));
    }

    @Test
    void held_locks_are_renewed_in_time_while_many_rows_are_deleted() {
        insertMany();
        List<Grant> held = Stream.of("a", "old-1", "old-3", "old-7-8", "z")
                .map(name -> granted(backend.tryAcquire(attempt(new LockName(name), LEASE, 1))))
                .toList();
        // Of those names three had rows.
        long old = rows() - held.size();
        CompletableFuture<Long> deleted = CompletableFuture.supplyAsync(() -> backend.deleteUnused(AGE));
        Duration slowest = Duration.ZERO;
        do {
            for (Grant grant : held) {
                long before = System.nanoTime();
                assertThat(backend.renew(grant, LEASE)).isInstanceOf(Renewed.class);
                Duration took = Duration.ofNanos(System.nanoTime() - before);
                slowest = took.compareTo(slowest) > 0 ? took : slowest;
            }
        } while (!deleted.isDone());
        assertThat(deleted).isCompletedWithValue(old);
        assertThat(rows()).isEqualTo(held.size());
        assertThat(slowest).isLessThan(LEASE.dividedBy(3));
    }

    @Test
    void a_row_that_another_session_keeps_locked_is_left_and_not_waited_for() throws SQLException {
        insert("old-1", false, AGE.multipliedBy(2), AGE.multipliedBy(2));
        insert("old-2", false, AGE.multipliedBy(2), AGE.multipliedBy(2));
        try (Connection foreign = bench.server.connect();
                Statement statement = foreign.createStatement()) {
            foreign.setAutoCommit(false);
            statement.execute("SELECT * FROM interlock_lease WHERE lock_name = " + bytes("old-1") + " FOR UPDATE");
            assertThat(CompletableFuture.supplyAsync(() -> backend.deleteUnused(AGE)))
                    .succeedsWithin(LIMIT)
                    .isEqualTo(1L);
            foreign.rollback();
        }
        assertThat(backend.deleteUnused(AGE)).isEqualTo(1);
    }

    @Test
    void a_row_used_recently_or_with_a_token_ahead_of_the_clock_stays() {
        insert("recent", false, AGE.dividedBy(2), AGE.multipliedBy(2));
        insert("held for long", true, AGE.negated(), AGE.multipliedBy(2));
        insert("set back", false, AGE.multipliedBy(2), AGE.negated());
        insert("token too young", false, AGE.multipliedBy(2), AGE.dividedBy(2));
        assertThat(backend.deleteUnused(AGE)).isZero();
        assertThat(rows()).isEqualTo(4);
    }

    @Test
    void tokens_grow_although_the_row_was_deleted() {
        Attempt attempt = attempt(bench.name());
        insert(attempt.name().value(), false, AGE.multipliedBy(2), AGE.multipliedBy(2));
        long before = Long.parseLong(bench.server.query("SELECT first_token FROM interlock_lease"));
        assertThat(backend.deleteUnused(AGE)).isEqualTo(1);
        assertThat(granted(backend.tryAcquire(attempt)).token()).isGreaterThan(before + micros(AGE));
    }

    @Test
    void without_the_right_to_delete_it_says_so_and_row_locks_have_no_such_rows() {
        String[] login = bench.user("plain", "SELECT, INSERT, UPDATE");
        insert("old", false, AGE.multipliedBy(2), AGE.multipliedBy(2));
        JdbcLockBackend plain = (JdbcLockBackend) bench.backend(login);
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> plain.deleteUnused(AGE))
                .withMessageContaining("the right to DELETE");
        JdbcLockBackend rowLocks = (JdbcLockBackend) bench.backend("interlock.mode=row-lock");
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> rowLocks.deleteUnused(AGE));
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> backend.deleteUnused(Duration.ofMinutes(59)));
    }
}

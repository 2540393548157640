// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.Capability;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.StoreDescription;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.wire.LoopbackPort;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What the start finds wrong with a database, and how it says so. */
@ParameterizedClass
@EnumSource
class StartIT extends OnEachDatabase {

    private static final String VALIDATE = "interlock.schema=validate";

    @BeforeEach
    void dropTable() {
        bench.server.execute("DROP TABLE IF EXISTS interlock_lease");
    }

    @Test
    void a_missing_table_is_reported_with_the_way_to_make_it() {
        refuses("has no such table", VALIDATE)
                .withMessageContaining("schema/" + (bench.isPostgres() ? "postgresql" : "mysql") + ".sql");
    }

    @Test
    void the_table_is_created_if_it_may_be_and_validated_later() {
        bench.backend();
        granted(bench.backend(VALIDATE).tryAcquire(attempt(bench.name())));
    }

    @Test
    void clients_that_create_it_at_the_same_time_all_start() {
        List<CompletableFuture<LockBackend>> starts = Stream.generate(
                        () -> CompletableFuture.supplyAsync(() -> bench.backend()))
                .limit(4)
                .toList();
        starts.forEach(start -> granted(start.join().tryAcquire(attempt(bench.name()))));
    }

    @Test
    void the_table_can_be_in_another_schema_under_another_name() {
        bench.server.execute("CREATE SCHEMA IF NOT EXISTS other");
        LockBackend backend = bench.backend("interlock.table=other.My_Locks");
        granted(backend.tryAcquire(attempt(bench.name())));
        String quote = bench.isPostgres() ? "\"" : "`";
        assertThat(bench.server.query("SELECT lock_name FROM other." + quote + "My_Locks" + quote))
                .isNotEmpty();
        bench.server.execute("DROP TABLE other." + quote + "My_Locks" + quote);
    }

    @Test
    void a_text_key_is_refused_since_its_collation_takes_different_names_for_one() {
        bench.backend();
        bench.server.execute(
                bench.isPostgres()
                        ? "ALTER TABLE interlock_lease ALTER lock_name TYPE TEXT USING encode(lock_name, 'escape')"
                        : "ALTER TABLE interlock_lease MODIFY lock_name VARCHAR(200) NOT NULL");
        refuses(
                        bench.isPostgres() ? "another type in one of our columns" : "column lock_name of type varchar",
                        VALIDATE)
                .withMessageContaining("interlock_lease");
    }

    @Test
    void a_missing_column_is_refused() {
        bench.backend();
        bench.server.execute("ALTER TABLE interlock_lease DROP COLUMN change_count");
        refuses("has column change_count of type null but it must be bigint", VALIDATE);
    }

    @Test
    void a_table_without_its_key_is_refused() {
        bench.backend();
        bench.server.execute(
                bench.isPostgres()
                        ? "ALTER TABLE interlock_lease DROP CONSTRAINT interlock_lease_pkey"
                        : "ALTER TABLE interlock_lease DROP PRIMARY KEY");
        refuses("lets two rows have one lock_name", VALIDATE).withMessageContaining("primary key");
    }

    @Test
    void a_table_that_a_crash_empties_is_refused() {
        bench.backend();
        bench.server.execute(
                "ALTER TABLE interlock_lease " + (bench.isPostgres() ? "SET UNLOGGED" : "ENGINE = MyISAM"));
        refuses("keeps the table", VALIDATE);
    }

    @Test
    void the_documented_rights_are_enough() {
        bench.backend();
        String[] login = bench.user("plain", "SELECT, INSERT, UPDATE");
        LockBackend backend = bench.backend(login[0], login[1], VALIDATE);
        assertThat(backend.release(
                        granted(backend.tryAcquire(attempt(bench.name()))).attempt()))
                .isNotNull();
    }

    @Test
    void each_missing_right_is_reported_at_the_start() {
        bench.backend();
        for (String rights : new String[] {"SELECT, INSERT", "SELECT, UPDATE", "INSERT, UPDATE"}) {
            String[] login = bench.user("poor", rights);
            bench.server.execute("DELETE FROM interlock_lease");
            refuses("lacks a right for this user", login[0], login[1], VALIDATE)
                    .withMessageContaining("grant SELECT, INSERT and UPDATE on interlock_lease");
        }
    }

    @Test
    void a_read_only_server_is_reported() {
        bench.backend();
        String[] login = bench.user("reader", "SELECT, INSERT, UPDATE");
        bench.readOnly("on");
        try {
            refuses("is read-only", login[0], login[1], VALIDATE).withMessageContaining("point the url at the primary");
        } finally {
            bench.readOnly("off");
        }
    }

    @Test
    void settings_that_lose_commits_are_warned_of_and_cost_a_capability() {
        bench.backend();
        String[] login = bench.user("hasty", "SELECT, INSERT, UPDATE");
        bench.server.execute(
                bench.isPostgres()
                        ? "ALTER ROLE hasty SET synchronous_commit = off"
                        : "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
        try (CapturedLogs logs = new CapturedLogs()) {
            LockBackend backend = bench.backend(login[0], login[1], VALIDATE);
            assertThat(logs.warnings()).anyMatch(line -> line.contains("a crash can lose held locks"));
            assertThat(backend.capabilities().has(Capability.SURVIVES_RESTART)).isFalse();
        } finally {
            bench.server.execute(
                    bench.isPostgres()
                            ? "ALTER ROLE hasty RESET synchronous_commit"
                            : "SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
        assertThat(bench.backend().capabilities().has(Capability.SURVIVES_RESTART))
                .isTrue();
    }

    @Test
    void the_description_has_the_product_and_the_limits() {
        StoreDescription leases = bench.backend().description();
        assertThat(leases.product()).matches("(mysql|mariadb|postgresql) \\d+\\.\\d+(\\.\\d+)?, mode lease");
        assertThat(leases.limits()).hasSize(2);
        StoreDescription rowLocks = bench.backend("interlock.mode=row-lock").description();
        assertThat(rowLocks.product()).endsWith(", mode row-lock");
        assertThat(rowLocks.limits()).anyMatch(limit -> limit.contains("connection breaks"));
    }

    @Test
    void a_server_that_is_not_there_is_reported() {
        String url = bench.server.urlThrough(LoopbackPort.free());
        LockBackend backend = bench.opened(bench.settings(url));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> backend.start(bench.context))
                .withMessageContaining(backend.store())
                .withMessageContaining("check that the server runs");
    }

    @Test
    void an_unknown_database_is_reported() {
        String url = bench.server.url().replaceAll("/\\w+$", "/nowhere");
        LockBackend backend = bench.opened(bench.settings(url));
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> backend.start(bench.context))
                .withMessageContaining("has no such database");
    }

    private ThrowableAssertAlternative<LockUnavailableException> refuses(String what, String... options) {
        LockBackend backend = bench.opened(bench.settings(bench.server.url(), options));
        return assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> backend.start(bench.context))
                .withMessageContaining(backend.store())
                .withMessageContaining(what);
    }
}

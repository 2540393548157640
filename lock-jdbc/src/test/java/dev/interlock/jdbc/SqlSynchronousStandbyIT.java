// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.StandbyBench.LONG;
import static dev.interlock.jdbc.StandbyBench.answered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.RenewResult;
import dev.interlock.tck.CapturedLogs;
import dev.interlock.testbed.server.SqlProduct;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A standby that each commit waits for is promoted while leases are held. */
class SqlSynchronousStandbyIT {

    private static final String NAME = "order";

    private StandbyBench bench;

    @AfterEach
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    private void start(SqlProduct product) {
        bench = new StandbyBench(product);
        bench.pair.replicateSynchronously();
    }

    private void failOver() {
        bench.pair.primary().kill();
        bench.pair.promote();
        bench.leadToStandby();
    }

    @Test
    @Tag("matrix")
    @DisplayName("what a promotion can cost is logged at the start, for a user without any right beyond the table")
    void of_postgresql_the_log_says_what_its_standbys_are_worth() {
        bench = new StandbyBench(SqlProduct.POSTGRES);
        try (CapturedLogs logs = new CapturedLogs()) {
            assertThat(bench.client().capabilities().has(Capability.SURVIVES_FAIL_OVER))
                    .isFalse();
            assertThat(logs.text())
                    .contains("has standbys that commits do not wait for (synchronous_standby_names is empty)");
        }
        bench.pair.replicateSynchronously();
        try (CapturedLogs logs = new CapturedLogs()) {
            assertThat(bench.client().capabilities().has(Capability.SURVIVES_FAIL_OVER))
                    .isTrue();
            assertThat(logs.text()).doesNotContain("promoting one");
            LockClient local = bench.client("options=-c synchronous_commit=local");
            assertThat(local.capabilities().has(Capability.SURVIVES_FAIL_OVER)).isFalse();
            assertThat(logs.text())
                    .contains("standbys whose disks commits do not wait for (synchronous_commit = local)");
        }
    }

    @Test
    @Tag("matrix")
    void of_mariadb_the_log_says_what_its_standbys_are_worth() {
        bench = new StandbyBench(SqlProduct.MARIADB);
        try (CapturedLogs logs = new CapturedLogs()) {
            bench.client();
            assertThat(logs.text())
                    .contains("has standbys that commits do not wait for (rpl_semi_sync_master_enabled = off)");
        }
        bench.pair.replicateSynchronously();
        try (CapturedLogs logs = new CapturedLogs()) {
            LockClient client = bench.client();
            assertThat(logs.text()).contains("waits for a standby for at most 600000 ms, and then confirms");
            assertThat(client.capabilities().has(Capability.SURVIVES_FAIL_OVER)).isFalse();
        }
    }

    @ParameterizedTest
    @Tag("matrix")
    @EnumSource
    void a_standby_is_refused_at_the_start(SqlProduct product) {
        bench = new StandbyBench(product);
        String standby = bench.pair.standby().url();
        assertThatExceptionOfType(LockUnavailableException.class)
                .isThrownBy(() -> bench.clientOf(standby))
                .withMessageContaining("is read-only")
                .withMessageContaining("point the url at the primary");
    }

    @ParameterizedTest
    @Tag("matrix")
    @EnumSource
    @DisplayName("where each commit waits for the standby, a grant survives the primary")
    void a_grant_that_waited_for_the_standby_outlives_the_primary(SqlProduct product) throws InterruptedException {
        start(product);
        LockClient holder = bench.client();
        LockClient other = bench.client();
        LockHandle held = holder.lock(NAME).tryAcquire(LONG).orElseThrow();
        failOver();
        assertThat(answered(other, NAME)).isEmpty();
        await().atMost(StandbyBench.LIMIT).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
    }

    /** Cancelled while it waits, PostgreSQL commits all the same, answers as if nothing had happened, and warns. */
    @ParameterizedTest
    @EnumSource
    @DisplayName("Q15: a commit whose wait for the standby was cancelled is no grant, and proves nothing to a holder")
    void a_commit_whose_wait_for_the_standby_was_cancelled_is_unknown(SqlProduct product) throws InterruptedException {
        start(product);
        // Long enough for statements to be cancelled before the connection is given up.
        LockClient client = bench.client("interlock.timeout=3s");
        bench.used(client, NAME);
        LockHandle held = client.lock("held").tryAcquire(LONG).orElseThrow();
        bench.pair.cutOff();
        for (String name : List.of(NAME, "never used")) {
            assertThatExceptionOfType(LockOutcomeUnknownException.class)
                    .isThrownBy(() -> client.lock(name).tryAcquire(LONG));
        }
        assertThat(held.renew(LONG.lease())).isEqualTo(RenewResult.UNKNOWN);
    }

    @Test
    @DisplayName("Q15: declared, semi-synchronous replication gives up waiting, and then a grant can be lost")
    void semi_synchronous_replication_that_gave_up_waiting_loses_a_grant() throws InterruptedException {
        start(SqlProduct.MARIADB);
        LockClient holder = bench.client();
        LockClient other = bench.client();
        bench.used(holder, NAME);
        bench.pair.giveUpWaiting();
        bench.pair.cutOff();
        LockHandle held = holder.lock(NAME).tryAcquire(LONG).orElseThrow();
        failOver();
        LockHandle second = answered(other, NAME).orElseThrow();
        assertThat(second.fencingToken()).isGreaterThan(held.fencingToken());
        await().atMost(StandbyBench.LIMIT).until(() -> held.renew(LONG.lease()) == RenewResult.NOT_HELD);
    }
}

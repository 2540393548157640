// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.ReleaseResult;
import dev.interlock.jdbc.dialect.JdbcKeys;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;

/** Rows that a foreign transaction keeps locked, beside others of the same client. */
@ParameterizedClass
@EachProduct
class LockedRowsIT extends OnEachDatabase {

    private static final Duration LEASE = Duration.ofSeconds(5);
    private static final int STUCK = 12;
    private static final int HEALTHY = 20;

    @Test
    void locked_rows_cost_no_other_hold_of_the_client_the_lock() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        ClientOptions options = ClientOptions.STANDARD
                .withDefaults(AcquireOptions.waitAtMost(Duration.ZERO).withLease(LEASE))
                .withListeners(event -> {
                    if (event instanceof LockEvent.RenewalFailed) {
                        failed.incrementAndGet();
                    }
                });
        try (LockClient client = LockClient.connect(
                bench.settings(bench.server.url(), "interlock.poolWait=2s").withClient(options))) {
            List<LockHandle> stuck = hold(client, STUCK);
            List<LockHandle> healthy = hold(client, HEALTHY);
            try (Connection stranger = bench.server.connect()) {
                stranger.setAutoCommit(false);
                for (LockHandle handle : stuck) {
                    lock(stranger, new LockName(handle.lockName()));
                }
                await().atMost(BackendBench.LEASE)
                        .until(() -> stuck.stream().allMatch(handle -> handle.state() == HandleState.LOST));
                await().during(LEASE.multipliedBy(2))
                        .atMost(LEASE.multipliedBy(4))
                        .until(() -> healthy.stream().allMatch(handle -> handle.state() == HandleState.HELD));
                stranger.rollback();
            }
            assertThat(failed).as("renewals that met a locked row").hasPositiveValue();
            assertThat(healthy).extracting(LockHandle::release).containsOnly(ReleaseResult.RELEASED);
        }
    }

    @Test
    void a_step_that_meets_a_locked_row_keeps_its_connection() throws SQLException {
        LockBackend backend = bench.backend("interlock.poolReserve=1");
        Grant held = granted(backend.tryAcquire(attempt(bench.name())));
        try (Connection stranger = bench.server.connect();
                Connection observer = bench.server.connect()) {
            stranger.setAutoCommit(false);
            lock(stranger, held.attempt().name());
            // That of the reserve, the one that acquired, and the stranger's.
            await().until(() -> sessions(observer).size() == 3);
            List<String> before = sessions(observer);
            for (int i = 0; i < 5; i++) {
                assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
                assertThat(backend.release(held.attempt())).isInstanceOf(ReleaseOutcome.Unknown.class);
            }
            assertThat(sessions(observer)).isEqualTo(before);
            stranger.rollback();
        }
        assertThat(backend.renew(held, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
    }

    private static List<String> sessions(Connection observer) throws SQLException {
        String query = bench.isPostgres()
                ? "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend'"
                        + " AND pid <> pg_backend_pid() ORDER BY 1"
                : "SELECT id FROM information_schema.processlist WHERE user = 'root' AND id <> CONNECTION_ID() ORDER BY 1";
        List<String> sessions = new ArrayList<>();
        try (Statement statement = observer.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                sessions.add(rows.getString(1));
            }
        }
        return sessions;
    }

    private static List<LockHandle> hold(LockClient client, int count) {
        return Stream.generate(
                        () -> client.lock(bench.name().value()).tryAcquire().orElseThrow())
                .limit(count)
                .toList();
    }

    private static void lock(Connection stranger, LockName name) throws SQLException {
        try (PreparedStatement statement =
                stranger.prepareStatement("SELECT 1 FROM interlock_lease WHERE lock_name = ? FOR UPDATE")) {
            statement.setBytes(1, JdbcKeys.of(name));
            assertThat(statement.executeQuery().next()).isTrue();
        }
    }
}

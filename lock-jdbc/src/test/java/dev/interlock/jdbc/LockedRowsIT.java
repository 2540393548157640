// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

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
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows that a foreign transaction keeps locked, beside others of the same client. */
@ParameterizedClass
@EnumSource
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
                    lock(stranger, handle);
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

    private static List<LockHandle> hold(LockClient client, int count) {
        return Stream.generate(
                        () -> client.lock(bench.name().value()).tryAcquire().orElseThrow())
                .limit(count)
                .toList();
    }

    private static void lock(Connection stranger, LockHandle handle) throws SQLException {
        try (PreparedStatement statement =
                stranger.prepareStatement("SELECT 1 FROM interlock_lease WHERE lock_name = ? FOR UPDATE")) {
            statement.setBytes(1, JdbcKeys.of(new LockName(handle.lockName())));
            assertThat(statement.executeQuery().next()).isTrue();
        }
    }
}

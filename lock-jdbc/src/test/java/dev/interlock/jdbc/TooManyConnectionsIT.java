// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static dev.interlock.jdbc.BackendBench.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.testbed.server.SqlProduct;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;

/** A server that accepts no more connections. */
class TooManyConnectionsIT {

    @ParameterizedTest
    @EachProduct
    void holders_renew_and_release_while_no_other_client_can_connect(SqlProduct product) throws SQLException {
        String[] few = product == SqlProduct.POSTGRES
                ? new String[] {"-c", "max_connections=12"}
                : new String[] {"--max-connections=12"};
        List<Connection> others = new ArrayList<>();
        try (BackendBench bench = new BackendBench(product, few)) {
            LockBackend backend = bench.backend("interlock.poolSize=4", "interlock.poolWait=2s");
            Attempt held = attempt(bench.name());
            Grant grant = granted(backend.tryAcquire(held));
            takeAll(bench, others);
            LockBackend late = bench.opened(bench.settings(bench.server.url(), "interlock.poolWait=2s"));
            assertThatExceptionOfType(LockUnavailableException.class)
                    .isThrownBy(() -> late.start(bench.context))
                    .withMessageContaining("has too many connections")
                    .withMessageContaining("lower interlock.poolSize");
            assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
            assertThat(backend.release(held)).isEqualTo(new ReleaseOutcome.Released());
        } finally {
            for (Connection other : others) {
                other.close();
            }
        }
    }

    /** The connection that holds a lock is there already, and so is the reserve. */
    @ParameterizedTest
    @EachProduct
    void holders_of_row_locks_renew_and_release_while_no_other_client_can_connect(SqlProduct product)
            throws SQLException {
        String[] few = product == SqlProduct.POSTGRES
                ? new String[] {"-c", "max_connections=16"}
                : new String[] {"--max-connections=12"};
        List<Connection> others = new ArrayList<>();
        try (BackendBench bench = new BackendBench(product, few)) {
            LockBackend backend = bench.backend("interlock.mode=row-lock", "interlock.poolWait=2s");
            List<Grant> held = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                held.add(granted(backend.tryAcquire(attempt(bench.name()))));
            }
            takeAll(bench, others);
            AcquireOutcome.Refused refused = refused(backend.tryAcquire(attempt(bench.name())));
            assertThat(refused.retryable()).isTrue();
            assertThat(refused.cause()).hasMessageContaining("has too many connections");
            for (Grant grant : held) {
                assertThat(backend.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
                assertThat(backend.release(grant.attempt())).isEqualTo(new ReleaseOutcome.Released());
            }
            // What was given back is used again.
            granted(backend.tryAcquire(attempt(bench.name())));
        } finally {
            for (Connection other : others) {
                other.close();
            }
        }
    }

    private static void takeAll(BackendBench bench, List<Connection> others) {
        try {
            while (others.size() < 100) {
                others.add(bench.server.connect());
            }
        } catch (SQLException e) {
            return;
        }
        throw new AssertionError("the server still accepts connections");
    }
}

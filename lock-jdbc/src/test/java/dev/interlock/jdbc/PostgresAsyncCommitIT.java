// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.BackendBench.attempt;
import static dev.interlock.jdbc.BackendBench.granted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.Capability;
import dev.interlock.LockName;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.testbed.server.SqlProduct;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A database that answers before it has flushed: the start says so, and this is what it means. */
class PostgresAsyncCommitIT {

    @Test
    @DisplayName(
            "Q7: declared, with commits that are not flushed a killed server grants a held lock again; tokens grow")
    void a_killed_server_that_did_not_flush_grants_a_held_lock_again_with_a_greater_token() {
        try (BackendBench bench = new BackendBench(SqlProduct.POSTGRES)) {
            // Makes the table, by commits that are flushed.
            bench.backend();
            // Else its writer flushes five times a second.
            bench.server.execute("ALTER SYSTEM SET wal_writer_delay = 10000");
            bench.server.execute("SELECT pg_reload_conf()");
            await().until(() -> bench.server.query("SHOW wal_writer_delay").equals("10s"));
            LockBackend backend = bench.backend("options=-c synchronous_commit=off");
            assertThat(backend.capabilities().has(Capability.SURVIVES_RESTART)).isFalse();
            LockName name = bench.name();
            Attempt forgotten = attempt(name);
            Grant grant = granted(backend.tryAcquire(forgotten));
            bench.server.kill();
            bench.server.restart();
            LockBackend after = bench.backend();
            Grant next = granted(after.tryAcquire(attempt(name)));
            assertThat(next.token()).isGreaterThan(grant.token());
            assertThat(after.renew(grant, BackendBench.LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
            assertThat(after.release(forgotten)).isEqualTo(new ReleaseOutcome.NotOwner());
        }
    }
}

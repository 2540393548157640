// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import static dev.interlock.jdbc.StandbyBench.LONG;
import static dev.interlock.jdbc.StandbyBench.answered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import dev.interlock.testbed.server.SqlProduct;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A url that names a primary and its standby, and no address that moves. */
@Tag("matrix")
class SqlHostsIT {

    private static final String NAME = "order";

    private StandbyBench bench;

    @AfterEach
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "POSTGRES, jdbc:postgresql",
        "MYSQL, jdbc:mysql",
        "MARIADB, jdbc:mariadb",
        "MARIADB, jdbc:mariadb:sequential"
    })
    void a_client_that_names_both_follows_when_the_primary_is_gone(SqlProduct product, String start)
            throws InterruptedException {
        bench = new StandbyBench(product);
        LockClient holder = bench.clientOf(bench.urlOfBoth(start));
        LockClient other = bench.clientOf(bench.urlOfBoth(start));
        LockHandle held = holder.lock(NAME).tryAcquire(LONG).orElseThrow();
        bench.pair.awaitInSync();
        bench.pair.primary().kill();
        bench.pair.promote();
        assertThat(answered(other, NAME)).isEmpty();
        await().atMost(StandbyBench.LIMIT).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
        held.release();
        assertThat(answered(other, NAME)).isPresent();
    }

    /** The drivers of the others do not ask a server whether it is the primary. */
    @Test
    void with_postgresql_it_follows_past_a_primary_that_was_demoted() throws InterruptedException {
        bench = new StandbyBench(SqlProduct.POSTGRES);
        LockClient holder = bench.clientOf(bench.urlOfBoth("jdbc:postgresql"));
        LockHandle held = holder.lock(NAME).tryAcquire(LONG).orElseThrow();
        bench.pair.awaitInSync();
        bench.pair.promote();
        bench.pair.demotePrimary();
        await().atMost(StandbyBench.LIMIT).until(() -> held.renew(LONG.lease()) == RenewResult.RENEWED);
        assertThat(StandbyBench.sessions(bench.pair.primary())).isEqualTo("0");
    }
}

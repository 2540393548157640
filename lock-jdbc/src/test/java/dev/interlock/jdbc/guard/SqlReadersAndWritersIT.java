// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import dev.interlock.StaleTokenException;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.guard.ReadingClaim;
import dev.interlock.testbed.server.SqlProduct;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Claims of readers and writers as a part of the user's transaction. */
@ParameterizedClass
@EnumSource
class SqlReadersAndWritersIT {

    private static final SqlFencingGuard GUARD = SqlFencingGuard.on(SqlFencingGuard.TABLE);
    private static final FencingDomain DOMAIN = new FencingDomain("shop-locks", 1);

    private static GuardBench bench;
    private static int names;

    @Parameter
    SqlProduct product;

    private final String name = "prices:" + ++names;

    @BeforeParameterizedClassInvocation
    static void start(SqlProduct product) {
        bench = new GuardBench(product);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (bench != null) {
            bench.close();
            bench = null;
        }
    }

    private ReadingClaim reading(long token) {
        return DOMAIN.reading(name + "/read", token);
    }

    private FencingClaim writing(long token) {
        return DOMAIN.writing(name + "/write", token);
    }

    private static Connection repeatable() throws SQLException {
        Connection connection = bench.transaction();
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        return connection;
    }

    @Test
    void a_writer_that_is_rolled_back_refuses_no_reader_and_left_no_effect() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        try (Connection writer = bench.transaction()) {
            GUARD.claim(writer, writing(6));
            assertThat(store.write(writer, 7)).isEqualTo(1);
            writer.rollback();
        }
        assertThat(store.read()).isZero();
        store.claimAndWrite(reading(5), 1);
        assertThat(store.read()).isEqualTo(1);
    }

    @Test
    void a_reader_that_is_rolled_back_refuses_no_writer() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        try (Connection reader = bench.transaction()) {
            GUARD.claim(reader, reading(6));
            reader.rollback();
        }
        store.claim(writing(5));
    }

    @Test
    void a_reader_that_waited_for_a_writer_is_refused_if_it_is_older() throws Exception {
        requireAfterAWait(reading(5), true);
    }

    @Test
    void a_reader_that_waited_for_a_writer_reads_what_it_wrote_if_it_is_newer() throws Exception {
        requireAfterAWait(reading(7), false);
    }

    private void requireAfterAWait(ReadingClaim claim, boolean refused) throws Exception {
        SqlGuardedStore store = bench.store(GUARD);
        store.claim(writing(1));
        try (Connection writer = bench.transaction();
                Connection reader = bench.transaction()) {
            GUARD.claim(writer, writing(6));
            CompletableFuture<Long> found = CompletableFuture.supplyAsync(() -> {
                try {
                    GUARD.claim(reader, claim);
                    return store.read(reader);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                } catch (StaleTokenException e) {
                    return -1L;
                }
            });
            await().until(() -> bench.blocked() == 1);
            assertThat(store.write(writer, 7)).isEqualTo(1);
            writer.commit();
            assertThat(found.join()).isEqualTo(refused ? -1 : 7);
            reader.rollback();
        }
    }

    /** Whatever claimed in between: a writer, or another reader that filled something. */
    @Test
    void a_snapshot_that_is_older_than_another_claim_is_a_serialization_failure() throws SQLException {
        SqlGuardedStore store = bench.store(GUARD);
        store.claim(writing(1));
        requireTooOld(store, () -> store.claimAndWrite(writing(2), 7, () -> {}), 3);
        requireTooOld(store, () -> store.claimAndWrite(reading(4), 8), 5);
        requireTooOld(store, () -> store.claimAndWrite(reading(3), 9), 6);
    }

    private void requireTooOld(SqlGuardedStore store, Runnable inBetween, long token) throws SQLException {
        long before = store.read();
        try (Connection late = repeatable()) {
            assertThat(store.read(late)).isEqualTo(before);
            inBetween.run();
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> GUARD.claim(late, reading(token)))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("40001"));
            late.rollback();
            GUARD.claim(late, reading(token));
            assertThat(store.read(late)).isNotEqualTo(before);
            late.rollback();
        }
    }

    /** A writer takes the row of the reading half first. The other order would be a deadlock here. */
    @Test
    void a_writer_waits_for_a_reader_and_holds_nothing_that_the_reader_needs() throws Exception {
        SqlGuardedStore store = bench.store(GUARD);
        store.claim(writing(1));
        try (Connection reader = bench.transaction();
                Connection writer = bench.transaction()) {
            GUARD.claim(reader, reading(2));
            CompletableFuture<Void> writes = CompletableFuture.runAsync(() -> {
                try {
                    GUARD.claimAll(writer, List.of(writing(3)));
                    writer.commit();
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
            await().until(() -> bench.blocked() == 1);
            GUARD.claim(reader, reading(2));
            GUARD.claim(reader, writing(2));
            reader.commit();
            writes.join();
        }
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> store.claimAndWrite(reading(2), 1));
    }

    @Test
    void a_connection_with_autocommit_on_is_refused() throws SQLException {
        try (Connection connection = bench.server.connect()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> GUARD.claim(connection, reading(1)))
                    .withMessageContainingAll(name + "/read", "autocommit", "setAutoCommit(false)");
        }
    }
}

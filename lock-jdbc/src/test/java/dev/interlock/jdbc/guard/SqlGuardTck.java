// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static dev.interlock.tck.guard.GuardScenario.PAUSED_BEFORE_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.SEVERAL_STEPS;
import static dev.interlock.tck.guard.SharedScenario.READER_AFTER_A_LATER_WRITERS_CLAIM;
import static dev.interlock.tck.guard.SharedScenario.READER_FROM_BEFORE_A_WRITE;
import static dev.interlock.tck.guard.SharedScenario.READER_OF_A_NEW_GENERATION;
import static dev.interlock.tck.guard.SharedScenario.TWO_READERS_THE_OTHER_WAY;
import static dev.interlock.tck.guard.SharedScenario.WRITER_FROM_BEFORE_A_READER;
import static dev.interlock.tck.guard.SharedScenario.WRITER_FROM_BEFORE_A_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.guard.GuardOutcome;
import dev.interlock.tck.guard.GuardScenario;
import dev.interlock.tck.guard.GuardTck;
import dev.interlock.tck.guard.GuardUse;
import dev.interlock.tck.guard.GuardedStore;
import dev.interlock.tck.guard.SharedScenario;
import dev.interlock.testbed.server.SqlProduct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The guard and locks on a real database; and guards with broken statements, each of which a scenario rejects.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlGuardTck extends GuardTck {

    private final SqlProduct product;
    private GuardBench bench;

    SqlGuardTck(SqlProduct product) {
        this.product = product;
    }

    @BeforeAll
    void start() {
        bench = new GuardBench(product);
    }

    @AfterAll
    void stop() {
        if (bench != null) {
            bench.close();
        }
    }

    /** The claims of the tests with fixed names start from nothing. */
    @BeforeEach
    void forgetAll() {
        bench.server.execute("DELETE FROM interlock_fence");
    }

    @Override
    protected LockFixture fixture() {
        return bench.fixture;
    }

    @Override
    protected GuardedStore guardedStore(String lockName) {
        return bench.store(SqlFencingGuard.on(SqlFencingGuard.TABLE));
    }

    @Test
    void mutant_refuses_equal_fails_a_hold_of_several_steps() {
        GuardOutcome outcome = play(
                SEVERAL_STEPS,
                "SELECT generation, token,",
                "SELECT generation, token + 1,",
                "RETURNING generation, token",
                "RETURNING generation, token + LEAST(claim_count - 1, 1)");
        assertThat(outcome.isServed()).isFalse();
    }

    @Test
    void mutant_checks_and_does_not_record_is_corrupted_by_the_paused_writer() {
        GuardOutcome outcome = play(
                PAUSED_BEFORE_THE_WRITE,
                "token = ?",
                "token = LEAST(token, ?)",
                "GREATEST(kept.token, EXCLUDED.token)",
                "kept.token");
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_records_and_does_not_check_is_corrupted_by_the_paused_writer() {
        GuardOutcome outcome = play(
                PAUSED_BEFORE_THE_WRITE,
                "SELECT generation, token,",
                "SELECT 0, 0,",
                "RETURNING generation, token",
                "RETURNING 0, 0");
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_lets_every_reader_in_is_told_by_the_reader_from_before_a_write() {
        SqlFencingGuard mutant = broken(
                bench.isPostgres() ? "postgresql-latest" : "mysql-latest",
                "SELECT generation, token\nFROM",
                "SELECT 0, 0\nFROM");
        assertTold(mutant, READER_FROM_BEFORE_A_WRITE);
        assertTold(mutant, READER_AFTER_A_LATER_WRITERS_CLAIM);
    }

    @Test
    void mutant_forgets_readers_is_told_by_the_writer_from_before_a_reader() {
        assertTold(
                bench.isPostgres()
                        ? broken("postgresql-claim", "VALUES (?, ?, ?, ?, 1)", "VALUES (?, ?, ?, 0 * ?, 1)")
                        : broken("mysql-record", "token = ?", "token = 0 * ?"),
                WRITER_FROM_BEFORE_A_READER);
    }

    @Test
    void mutant_takes_the_latest_claim_for_the_greatest_is_told_by_two_readers_the_other_way() {
        assertTold(
                bench.isPostgres()
                        ? broken("postgresql-claim", "GREATEST(kept.token, EXCLUDED.token)", "EXCLUDED.token")
                        : broken("mysql-look", "SELECT generation, token,", "SELECT generation, 0 AS token,"),
                TWO_READERS_THE_OTHER_WAY);
    }

    @Test
    void mutant_keeps_the_old_generation_is_told_by_the_reader_of_a_new_one() {
        assertTold(
                bench.isPostgres()
                        ? broken(
                                "postgresql-claim", "GREATEST(kept.generation, EXCLUDED.generation)", "kept.generation")
                        : broken("mysql-record", "generation = ?", "generation = LEAST(1, ?)"),
                READER_OF_A_NEW_GENERATION);
    }

    @Test
    void mutant_does_not_check_writers_is_told_by_the_paused_writer() {
        assertTold(
                bench.isPostgres()
                        ? broken("postgresql-claim", "RETURNING generation, token", "RETURNING 0, 0")
                        : broken("mysql-look", "SELECT generation, token,", "SELECT 0, 0,"),
                WRITER_FROM_BEFORE_A_WRITE);
    }

    private void assertTold(SqlFencingGuard mutant, SharedScenario scenario) {
        forgetAll();
        assertThat(scenario.play(bench.store(mutant), "prices")).isNotEmpty();
    }

    private GuardOutcome play(
            GuardScenario scenario, String partMysql, String brokenMysql, String partPostgres, String brokenPostgres) {
        SqlFencingGuard mutant = bench.isPostgres()
                ? broken("postgresql-claim", partPostgres, brokenPostgres)
                : broken("mysql-" + (partMysql.startsWith("SELECT") ? "look" : "record"), partMysql, brokenMysql);
        return play(scenario, GuardUse.CLAIM_FIRST, bench.fixture, name -> bench.store(mutant));
    }

    private SqlFencingGuard broken(String statement, String part, String broken) {
        GuardDialect dialect = bench.isPostgres() ? GuardDialect.POSTGRESQL : GuardDialect.MYSQL;
        assertThat(dialect.load(statement, SqlFencingGuard.TABLE)).contains(part);
        return new SqlFencingGuard(SqlFencingGuard.TABLE, text -> text.replace(part, broken));
    }
}

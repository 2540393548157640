// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import static dev.interlock.tck.guard.GuardScenario.PAUSED_BEFORE_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.SEVERAL_STEPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.guard.GuardOutcome;
import dev.interlock.tck.guard.GuardScenario;
import dev.interlock.tck.guard.GuardTck;
import dev.interlock.tck.guard.GuardUse;
import dev.interlock.tck.guard.GuardedStore;
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

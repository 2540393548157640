// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.guard;

import static dev.interlock.tck.guard.GuardScenario.PAUSED_BEFORE_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.SEVERAL_STEPS;
import static dev.interlock.tck.guard.SharedScenario.LARGE_TOKENS;
import static dev.interlock.tck.guard.SharedScenario.READER_AFTER_A_LATER_WRITERS_CLAIM;
import static dev.interlock.tck.guard.SharedScenario.READER_FROM_BEFORE_A_WRITE;
import static dev.interlock.tck.guard.SharedScenario.READER_OF_A_NEW_GENERATION;
import static dev.interlock.tck.guard.SharedScenario.TWO_READERS;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The guard and locks on a real Redis; and guards with a broken script, each of which a scenario rejects. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RedisFencingGuardIT extends GuardTck {

    private GuardBench redis;

    @BeforeAll
    void start() {
        redis = new GuardBench();
    }

    @AfterAll
    void stop() {
        if (redis != null) {
            redis.close();
        }
    }

    /** The claims of the tests with fixed names start from nothing. */
    @BeforeEach
    void forgetAll() {
        assertThat(redis.server.command("FLUSHALL")).isEqualTo("OK");
    }

    @Override
    protected LockFixture fixture() {
        return redis.fixture;
    }

    @Override
    protected GuardedStore guardedStore(String lockName) {
        return redis.store(RedisFencingGuard.using(redis.jedis), lockName);
    }

    @Test
    void mutant_refuses_equal_fails_a_hold_of_several_steps() {
        GuardOutcome outcome =
                play(SEVERAL_STEPS, "interlock_older(token, seen_token)", "not interlock_older(seen_token, token)");
        assertThat(outcome.isServed()).isFalse();
    }

    @Test
    void mutant_checks_and_does_not_record_is_corrupted_by_the_paused_writer() {
        GuardOutcome outcome =
                play(PAUSED_BEFORE_THE_WRITE, "redis.call('SET', key, '1 ' .. generation .. ' ' .. token)", "");
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_records_and_does_not_check_is_corrupted_by_the_paused_writer() {
        GuardOutcome outcome = play(
                PAUSED_BEFORE_THE_WRITE,
                "(generation == seen_generation and interlock_older(token, seen_token))",
                "false");
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_claim_expires_is_corrupted_by_a_pause_that_is_long_enough() {
        GuardOutcome outcome = play(
                PAUSED_BEFORE_THE_WRITE,
                "'1 ' .. generation .. ' ' .. token)",
                "'1 ' .. generation .. ' ' .. token, 'PX', 1) redis.call('PEXPIRE', key, 0)");
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_lets_every_reader_in_is_told_by_the_reader_from_before_a_write() {
        assertTold("interlock_older(token, wrote)", "false", READER_FROM_BEFORE_A_WRITE);
        assertTold("interlock_older(token, wrote)", "false", READER_AFTER_A_LATER_WRITERS_CLAIM);
    }

    @Test
    void mutant_forgets_readers_is_told_by_the_writer_from_before_a_reader() {
        assertTold("' ' .. wrote .. ' ' .. token)", "' ' .. wrote .. ' ' .. wrote)", WRITER_FROM_BEFORE_A_READER);
    }

    @Test
    void mutant_takes_readers_for_writers_is_told_by_two_readers() {
        assertTold("mode == 'READ'", "mode == 'NONE'", TWO_READERS);
    }

    @Test
    void mutant_takes_the_latest_reader_for_the_greatest_is_told_by_two_readers_the_other_way() {
        assertTold("interlock_older(seen_token, token)", "true", TWO_READERS_THE_OTHER_WAY);
    }

    @Test
    void mutant_forgets_readers_of_a_new_store_is_told_by_them() {
        assertTold("if generation ~= seen_generation then", "if not seen_generation then", READER_OF_A_NEW_GENERATION);
    }

    @Test
    void mutant_compares_numbers_is_told_by_large_tokens() {
        assertTold("return a < b", "return tonumber(a) < tonumber(b)", LARGE_TOKENS);
    }

    @Test
    void mutant_does_not_check_writers_is_told_by_the_paused_writer() {
        assertTold(
                "(generation == seen_generation and interlock_older(token, seen_token))",
                "false",
                WRITER_FROM_BEFORE_A_WRITE);
    }

    private void assertTold(String part, String broken, SharedScenario scenario) {
        forgetAll();
        GuardedStore mutant = redis.store(mutant(part, broken), "prices/write");
        assertThat(scenario.play(mutant, "prices")).isNotEmpty();
    }

    private RedisFencingGuard mutant(String part, String broken) {
        assertThat(GuardScript.CLAIM).contains(part);
        return new RedisFencingGuard(redis.jedis, GuardScript.CLAIM.replace(part, broken));
    }

    private GuardOutcome play(GuardScenario scenario, String part, String broken) {
        RedisFencingGuard mutant = mutant(part, broken);
        return play(scenario, GuardUse.CLAIM_FIRST, redis.fixture, name -> redis.store(mutant, name));
    }
}

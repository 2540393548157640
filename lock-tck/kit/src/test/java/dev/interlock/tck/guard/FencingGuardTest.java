// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import static dev.interlock.tck.guard.GuardScenario.PAUSED_BEFORE_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.PAUSED_WITHIN_THE_WRITE;
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

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingGuard;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The guard of lock-api, on locks in memory; and broken ones, each of which a scenario tells from it. */
class FencingGuardTest extends GuardTck {

    private final MemoryFixture fixture = new MemoryFixture();

    @Override
    protected LockFixture fixture() {
        return fixture;
    }

    @Override
    protected GuardedStore guardedStore(String lockName) {
        FencingGuard guard = new FencingGuard(100);
        return new MemoryGuardedStore(guard::claim, guard::claim);
    }

    @Test
    void mutant_refuses_equal_fails_a_hold_of_several_steps() {
        AtomicLong seen = new AtomicLong();
        GuardOutcome outcome = play(SEVERAL_STEPS, (claim, effect) -> {
            refuseIf(claim, seen, claim.token() <= seen.get());
            seen.set(claim.token());
            return effect.run();
        });
        assertThat(outcome.isServed()).isFalse();
    }

    @Test
    void mutant_checks_and_does_not_record_is_corrupted_by_the_paused_writer() {
        AtomicLong seen = new AtomicLong();
        GuardOutcome outcome = play(PAUSED_BEFORE_THE_WRITE, (claim, effect) -> {
            refuseIf(claim, seen, claim.token() < seen.get());
            return effect.run();
        });
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_records_and_does_not_check_is_corrupted_by_the_paused_writer() {
        AtomicLong seen = new AtomicLong();
        GuardOutcome outcome = play(PAUSED_BEFORE_THE_WRITE, (claim, effect) -> {
            seen.set(claim.token());
            return effect.run();
        });
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_lets_go_between_claim_and_effect_is_corrupted_by_a_pause_there() {
        FencingGuard guard = new FencingGuard(100);
        GuardOutcome outcome = play(PAUSED_WITHIN_THE_WRITE, (claim, effect) -> {
            guard.claim(claim, () -> 0L);
            return effect.run();
        });
        assertThat(outcome.isWhole()).isFalse();
    }

    @Test
    void mutant_lets_every_reader_in_is_told_by_the_reader_from_before_a_write() {
        assertTold(
                () -> new MemoryGuardedStore(new FencingGuard(1)::claim, (claim, effect) -> effect.run()),
                READER_FROM_BEFORE_A_WRITE,
                READER_AFTER_A_LATER_WRITERS_CLAIM,
                READER_OF_A_NEW_GENERATION);
    }

    @Test
    void mutant_forgets_readers_is_told_by_the_writer_from_before_a_reader() {
        assertTold(
                () -> {
                    AtomicLong wrote = new AtomicLong();
                    return new MemoryGuardedStore(recording(wrote), (claim, effect) -> {
                        if (claim.isOlderThan(1, wrote.get())) {
                            throw claim.refusal(1, wrote.get());
                        }
                        return effect.run();
                    });
                },
                WRITER_FROM_BEFORE_A_READER,
                TWO_READERS_THE_OTHER_WAY,
                LARGE_TOKENS);
    }

    @Test
    void mutant_knows_one_number_is_told_by_two_readers() {
        assertTold(
                () -> {
                    FencingGuard guard = new FencingGuard(1);
                    return new MemoryGuardedStore(
                            guard::claim,
                            (claim, effect) ->
                                    guard.claim(claim.domain().claim("prices/write", claim.token()), effect));
                },
                TWO_READERS,
                TWO_READERS_THE_OTHER_WAY);
    }

    @Test
    void mutant_takes_the_latest_reader_for_the_greatest_is_told_by_two_readers_the_other_way() {
        assertTold(
                () -> {
                    AtomicLong seen = new AtomicLong();
                    return new MemoryGuardedStore(recording(seen), (claim, effect) -> {
                        seen.set(claim.token());
                        return effect.run();
                    });
                },
                TWO_READERS_THE_OTHER_WAY);
    }

    @Test
    void mutant_lets_every_writer_in_is_told_by_the_paused_writer() {
        assertTold(
                () -> new MemoryGuardedStore((claim, effect) -> effect.run(), new FencingGuard(1)::claim),
                WRITER_FROM_BEFORE_A_WRITE,
                WRITER_FROM_BEFORE_A_READER);
    }

    private static MemoryGuardedStore.Claiming recording(AtomicLong seen) {
        return (claim, effect) -> {
            refuseIf(claim, seen, claim.token() < seen.get());
            seen.set(claim.token());
            return effect.run();
        };
    }

    private static void assertTold(Supplier<MemoryGuardedStore> mutant, SharedScenario... scenarios) {
        for (SharedScenario scenario : scenarios) {
            assertThat(scenario.play(mutant.get(), "prices")).as("%s", scenario).isNotEmpty();
        }
    }

    private static void refuseIf(FencingClaim claim, AtomicLong seen, boolean refused) {
        if (refused) {
            throw claim.refusal(claim.domain().generation(), seen.get());
        }
    }

    private GuardOutcome play(GuardScenario scenario, MemoryGuardedStore.Claiming mutant) {
        return play(scenario, GuardUse.CLAIM_FIRST, fixture, name -> new MemoryGuardedStore(mutant));
    }
}

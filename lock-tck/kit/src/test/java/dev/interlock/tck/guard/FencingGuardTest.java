// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import static dev.interlock.tck.guard.GuardScenario.PAUSED_BEFORE_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.PAUSED_WITHIN_THE_WRITE;
import static dev.interlock.tck.guard.GuardScenario.SEVERAL_STEPS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingGuard;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.concurrent.atomic.AtomicLong;
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
        return new MemoryGuardedStore(guard::claim);
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

    private static void refuseIf(FencingClaim claim, AtomicLong seen, boolean refused) {
        if (refused) {
            throw claim.refusal(claim.domain().generation(), seen.get());
        }
    }

    private GuardOutcome play(GuardScenario scenario, MemoryGuardedStore.Claiming mutant) {
        return play(scenario, GuardUse.CLAIM_FIRST, fixture, name -> new MemoryGuardedStore(mutant));
    }
}

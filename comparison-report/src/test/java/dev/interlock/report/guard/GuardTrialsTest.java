// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.tck.guard.MemoryGuardedStore;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GuardTrialsTest {

    @Test
    void a_sound_guard_meets_all_of_them() {
        assertThat(GuardTrials.of(new MemoryFixture(), new MemoryGuard()::store))
                .allMatch(GuardTrial::met);
    }

    @Test
    void a_guard_that_lets_everything_through_fails_where_the_resource_must_stay_whole() {
        List<GuardTrial> trials =
                GuardTrials.of(new MemoryFixture(), name -> new MemoryGuardedStore((claim, effect) -> effect.run()));
        assertThat(trials)
                .filteredOn(trial -> !trial.met())
                .hasSize(4)
                .allMatch(trial -> trial.wanted().equals("stays whole"))
                .allMatch(trial -> trial.evidence().contains("an accepted update was lost"));
    }

    @Test
    void a_guard_that_refuses_every_claim_keeps_the_resource_whole_and_fails() {
        List<GuardTrial> trials = GuardTrials.of(
                new MemoryFixture(),
                name -> new MemoryGuardedStore((claim, effect) -> {
                    throw claim.refusal(claim.domain().generation(), claim.token() + 1);
                }));
        assertThat(trials)
                .filteredOn(trial -> trial.use().equals("claim before the first read"))
                .hasSize(5)
                .noneMatch(GuardTrial::met);
    }
}

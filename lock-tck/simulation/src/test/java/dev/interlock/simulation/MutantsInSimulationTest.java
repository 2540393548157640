// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.internal.Engine;
import dev.interlock.mutants.MemoryMutants;
import dev.interlock.mutants.Mutant;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The broken stores and clients of the kit that simulation finds by itself; docs/simulation.md says which it does not. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MutantsInSimulationTest {

    /** More than twice what the one that hides best takes. */
    private static final int SCHEDULES = 4_000;

    /** Few, since {@link SimulationTest} runs many more of what is sound. */
    private static final int CONTROLS = 1_000;

    private static final Set<String> FOUND = Set.of(
            "acq-any-answer-is-success",
            "acq-contention-is-failure",
            "acq-new-token-per-request",
            "acq-retried-as-another",
            "acq-set-without-nx",
            "acq-try-asks-the-store",
            "acq-try-stays-in-the-queue",
            "err-no-withdrawal",
            "exp-default-lease",
            "exp-half",
            "exp-late",
            "exp-never",
            "exp-rounds-down",
            "exp-rounds-down-renewals",
            "loss-any-time-will-do",
            "loss-believed-until-told",
            "loss-late-consumer-forgotten",
            "loss-never-told",
            "loss-time-frozen",
            "loss-told-twice",
            "loss-uncertain-for-ever",
            "loss-unsure-will-do",
            "loss-with-lock-says-nothing",
            "reent-each-view-counts",
            "reent-flag-eaten",
            "reent-inner-unlock-frees",
            "reent-interrupt-ends-lock",
            "reent-outer-unlock-forgotten",
            "reent-token-grows-inside",
            "rel-deletes-blindly",
            "rel-does-nothing",
            "rel-expired-is-released",
            "rel-lost-is-released",
            "rel-not-settled",
            "rel-owner-is-host",
            "rel-owner-is-thread",
            "ren-after-release",
            "ren-believed-from-reply",
            "ren-creates",
            "ren-dies-of-a-failure",
            "ren-does-nothing",
            "ren-explicit-does-nothing",
            "ren-extends-anyone",
            "ren-ignores-zero",
            "ren-lease-alone",
            "ren-unasked",
            "ren-unknown-is-lost",
            "ren-unknown-is-renewed",
            "tok-deleted-with-the-lock",
            "tok-grows-in-the-handle",
            "tok-lost-with-the-data",
            "tok-milliseconds",
            "tok-per-client",
            "wait-ghost-in-the-queue",
            "wait-lease-runs-in-the-queue",
            "wait-never-woken",
            "wait-polls-its-memory");

    static Stream<Mutant> found() {
        return new MemoryMutants().mutants().stream().filter(mutant -> FOUND.contains(mutant.id()));
    }

    @Test
    void each_is_a_mutant_of_the_kit() {
        assertThat(found().map(Mutant::id)).containsExactlyInAnyOrderElementsOf(FOUND);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("found")
    void a_mutant_is_found(Mutant mutant) throws InterruptedException {
        assertThat(firstWrong(mutant.fixture(), SCHEDULES))
                .as("schedules until %s is found", mutant.id())
                .isLessThan(SCHEDULES);
    }

    @Test
    void nothing_is_found_in_what_is_sound() throws InterruptedException {
        assertThat(firstWrong(MemoryFixture::new, CONTROLS)).isEqualTo(CONTROLS);
    }

    private static int firstWrong(Supplier<? extends LockFixture> fixtures, int most) throws InterruptedException {
        try (Simulation simulation = new Simulation(subject(fixtures))) {
            for (int seed = 0; seed < most; seed++) {
                if (simulation.run(Simulation.Case.of(seed), false).isWrong()) {
                    return seed;
                }
            }
        }
        return most;
    }

    private static Simulation.Subject subject(Supplier<? extends LockFixture> fixtures) {
        return new Simulation.Subject(Engine::start, schedule -> {
            LockFixture fixture = fixtures.get();
            return new Simulation.MemoryMaker.Made(
                    new MemoryShape(
                            fixture::openBackend, () -> fixture.storeHooks().ifPresent(StoreHooks::wipe), schedule),
                    fixture::open);
        });
    }
}

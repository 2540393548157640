// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.internal.client.Engine;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.MemoryMutants;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreHooks;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The broken stores and clients of the kit: those that simulation finds by itself, and why the rest is not to be found. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MutantsInSimulationTest {

    /** What is found within so many schedules is tried in each build. */
    private static final int QUICK = 1_000;

    private static final int SLOW = 30_000;

    /** Few, since {@link SimulationTest} runs many more of what is sound. */
    private static final int CONTROLS = 1_000;

    static Stream<Mutant> quick() {
        return of(SimulatedMutants.QUICK);
    }

    static Stream<Mutant> slow() {
        return of(SimulatedMutants.SLOW);
    }

    private static Stream<Mutant> of(List<String> ids) {
        return new MemoryMutants().mutants().stream().filter(mutant -> ids.contains(mutant.id()));
    }

    @Test
    void each_mutant_of_the_kit_is_in_exactly_one_class() {
        List<String> all = new ArrayList<>(SimulatedMutants.QUICK);
        all.addAll(SimulatedMutants.SLOW);
        all.addAll(SimulatedMutants.CANNOT_OCCUR.keySet());
        all.addAll(SimulatedMutants.NOT_OF_THE_SCHEDULE.keySet());
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        new MemoryMutants().mutants().stream().map(Mutant::id).toList());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("quick")
    @Tag("nightly")
    void a_mutant_is_found_soon(Mutant mutant) throws InterruptedException {
        find(mutant, QUICK);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("slow")
    @Tag("simulate")
    void a_mutant_is_found(Mutant mutant) throws InterruptedException {
        find(mutant, SLOW);
    }

    @Test
    @Tag("nightly")
    void nothing_is_found_in_what_is_sound() throws InterruptedException {
        assertThat(firstWrong(MemoryFixture::new, CONTROLS)).isEqualTo(CONTROLS);
    }

    private static void find(Mutant mutant, int most) throws InterruptedException {
        int schedules = firstWrong(mutant.fixture(), most);
        System.out.printf("%s: %d schedules%n", mutant.id(), schedules + 1);
        assertThat(schedules).as("schedules before %s is found", mutant.id()).isLessThan(most);
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

    /** A broken backend stands on the client's side of the simulated network, as a driver does, a broken store behind it. */
    private static Simulation.Subject subject(Supplier<? extends LockFixture> fixtures) {
        return new Simulation.Subject(Engine::start, schedule -> {
            LockFixture fixture = fixtures.get();
            MutantFixture mutant = fixture instanceof MutantFixture broken ? broken : MutantFixture.of(fixture);
            return new Simulation.MemoryMaker.Made(
                    new MemoryShape(
                            mutant::openFar,
                            () -> fixture.storeHooks().ifPresent(StoreHooks::loseData),
                            name -> fixture.storeHooks().ifPresent(hooks -> hooks.expire(name)),
                            schedule),
                    (backend, options) -> mutant.open(mutant.near(backend), options));
        });
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.trials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capabilities;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.LateBackend;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingView;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The control of the mutants: their decorators, with nothing broken. */
@Tag("nightly")
class MutantControlTest {

    /** More than any answer takes, on a busy machine too: only a broken backend uses it up. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Less than a lease, and enough for any answer. */
    private static final Duration SHORT_PATIENCE = Duration.ofSeconds(3);

    /** Each rule on a store of its own, some of them beside each other: they mostly wait. */
    @ParameterizedTest
    @EnumSource(Rule.class)
    @Execution(ExecutionMode.CONCURRENT)
    void the_decorators_of_the_mutants_break_nothing_by_themselves(Rule rule) {
        LockFixture decorated = MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {});
        LockFixture more = MutantFixture.ofEngines(decorated, backend -> new ForwardingBackend(backend) {});
        LockFixture control = MutantFixture.ofHandles(
                MutantFixture.ofViews(more, view -> new ForwardingView(view) {}),
                handle -> new ForwardingHandle(handle) {});
        requirePassed(patient(control, PATIENCE), rule);
    }

    /** Whoever waits for the end of a lease has to wait for as long as it may take, not as long as most of them do. */
    @ParameterizedTest
    @MethodSource("rulesAboutLeases")
    @Execution(ExecutionMode.CONCURRENT)
    @Tag("nightly")
    void a_store_with_longer_leases_than_the_patience_that_frees_them_late_as_declared_breaks_nothing(Rule rule) {
        Duration late = Duration.ofMillis(500);
        Duration shortest = SHORT_PATIENCE.plus(late);
        LockFixture slow =
                MutantFixture.ofStore((backend, store) -> new ForwardingBackend(new LateBackend(backend, late)) {
                    @Override
                    public Capabilities capabilities() {
                        Capabilities own = super.capabilities();
                        return own.withLeases(shortest, own.maxLease());
                    }
                });
        requirePassed(
                new ForwardingFixture(patient(slow, SHORT_PATIENCE)) {
                    @Override
                    public Duration expiryDelay() {
                        return late;
                    }
                },
                rule);
    }

    static List<Rule> rulesAboutLeases() {
        Set<String> families = Set.of("REL", "REN", "EXP", "TOK", "LOSS", "FAULT");
        return Stream.concat(
                        Stream.of(Rule.values()).filter(rule -> families.contains(rule.family())),
                        Stream.of(Rule.ACQ_4, Rule.REENT_5, Rule.WAIT_9, Rule.OBS_3, Rule.PROC_1))
                .toList();
    }

    private static LockFixture patient(LockFixture fixture, Duration patience) {
        return new ForwardingFixture(fixture) {
            @Override
            public Duration patience() {
                return patience;
            }
        };
    }

    private static void requirePassed(LockFixture fixture, Rule rule) {
        assertThat(TckRunner.run(fixture, EnumSet.of(rule), result -> {}))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.outcome())
                        .as(result.test() + " " + result.message())
                        .isEqualTo(Outcome.PASSED));
    }
}

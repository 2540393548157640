// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Outcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.TckRunner;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingView;
import java.util.EnumSet;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The control of the mutants: their decorators and their short patience, with nothing broken. */
class MutantControlTest {

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
        assertThat(TckRunner.run(control, EnumSet.of(rule), result -> {}))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.outcome())
                        .as(result.test() + " " + result.message())
                        .isEqualTo(Outcome.PASSED));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Outcome;
import dev.interlock.tck.TckRunner;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingView;
import org.junit.jupiter.api.Test;

/** The control of the mutants: their decorators and their short patience, with nothing broken. */
class MutantControlTest {

    @Test
    void the_decorators_of_the_mutants_break_nothing_by_themselves() {
        LockFixture decorated = MutantFixture.ofStore((backend, store) -> new ForwardingBackend(backend) {});
        LockFixture more = MutantFixture.ofEngines(decorated, backend -> new ForwardingBackend(backend) {});
        LockFixture control = MutantFixture.ofHandles(
                MutantFixture.ofViews(more, view -> new ForwardingView(view) {}),
                handle -> new ForwardingHandle(handle) {});
        assertThat(TckRunner.run(control, result -> {}))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.outcome())
                        .as(result.test() + " " + result.message())
                        .isEqualTo(Outcome.PASSED));
    }
}

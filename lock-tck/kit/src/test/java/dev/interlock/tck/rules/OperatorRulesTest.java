// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.HeldLock;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingOperator;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.TckRunner;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The rules about an operator tell a backend that has none from one whose steps are broken. */
class OperatorRulesTest {

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"OPS_1", "OPS_2", "OPS_3", "OPS_4", "OPS_5"})
    void are_not_exercised_on_a_backend_without_the_steps(Rule rule) {
        assertOutcome(Outcome.NOT_EXERCISED, "has no steps for an operator", steps -> Optional.empty(), rule);
    }

    @ParameterizedTest
    @EnumSource(
            value = Rule.class,
            names = {"OPS_1", "OPS_2", "OPS_3", "OPS_4", "OPS_5"})
    void are_not_exercised_on_a_backend_that_refuses_both(Rule rule) {
        assertOutcome(
                Outcome.NOT_EXERCISED,
                "by another tool",
                steps -> Optional.of(OperatorSteps.refusing("by another tool")),
                rule);
    }

    /** A right that a client need not have, such as that to scan the keys of Redis. */
    @Test
    void a_list_is_not_exercised_where_it_alone_is_refused() {
        UnaryOperator<OperatorSteps> listless = sound -> new ForwardingOperator(sound) {
            @Override
            public List<HeldLock> list(String prefix, int atMost) {
                throw new LockUnavailableException("no right to list", null);
            }
        };
        assertOutcome(Outcome.NOT_EXERCISED, "no right to list", steps -> steps.map(listless), Rule.OPS_5);
        assertOutcome(Outcome.PASSED, "", steps -> steps.map(listless), Rule.OPS_1);
    }

    private static void assertOutcome(
            Outcome outcome, String reason, UnaryOperator<Optional<OperatorSteps>> steps, Rule rule) {
        assertThat(TckRunner.run(memoryWith(steps), EnumSet.of(rule), result -> {}))
                .isNotEmpty()
                .allSatisfy(result -> {
                    assertThat(result.outcome()).isEqualTo(outcome);
                    assertThat(result.message()).contains(reason);
                });
    }

    private static LockFixture memoryWith(UnaryOperator<Optional<OperatorSteps>> steps) {
        return new ForwardingFixture(new MemoryFixture()) {
            @Override
            protected LockBackend decorated(LockBackend backend) {
                return new ForwardingBackend(backend) {
                    @Override
                    public Optional<OperatorSteps> operator() {
                        return steps.apply(super.operator());
                    }
                };
            }
        };
    }
}

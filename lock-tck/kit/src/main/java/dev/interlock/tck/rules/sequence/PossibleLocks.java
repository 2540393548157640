// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The states that some locks may be in, as far as the outcomes of their steps tell: a step without an answer may have been
 * executed or not. Not thread-safe.
 */
final class PossibleLocks {

    private List<ExpectedLocks> states;

    /** Locks whose state is known. */
    PossibleLocks(ExpectedLocks known) {
        this.states = new ArrayList<>(List.of(known.copy()));
    }

    /** Takes a step whose outcome is unknown: it may have been executed in each of the states. */
    void mayBeDone(Step.Done<?> done) {
        List<ExpectedLocks> executed = copies();
        executed.forEach(done::takeEffect);
        states.addAll(executed);
        states = apart(states);
    }

    /** Keeps the states in which nothing is wrong. If there is none, says what is wrong with each, and keeps all. */
    @Nullable
    String keep(Function<ExpectedLocks, @Nullable String> judge) {
        List<ExpectedLocks> right = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        for (ExpectedLocks state : copies()) {
            String said = judge.apply(state);
            if (said == null) {
                right.add(state);
            } else {
                wrong.add(said);
            }
        }
        if (right.isEmpty()) {
            return String.join(", or, if a step without an answer was executed, ", wrong);
        }
        states = apart(right);
        return null;
    }

    /** Whether nothing is wrong in one of the states. */
    boolean isPossible(Function<ExpectedLocks, @Nullable String> judge) {
        return copies().stream().anyMatch(state -> judge.apply(state) == null);
    }

    boolean mayBeOver() {
        return states.stream().anyMatch(ExpectedLocks::mayBeOver);
    }

    /** The state, once each step has been repeated until it was answered. */
    ExpectedLocks known() {
        return states.get(0);
    }

    private List<ExpectedLocks> copies() {
        return new ArrayList<>(states.stream().map(ExpectedLocks::copy).toList());
    }

    /** Those that differ; others differ in their leases only. */
    private static List<ExpectedLocks> apart(List<ExpectedLocks> some) {
        List<ExpectedLocks> apart = new ArrayList<>();
        for (ExpectedLocks state : some) {
            apart.stream()
                    .filter(state::isLike)
                    .findFirst()
                    .ifPresentOrElse(like -> like.mayEndAs(state), () -> apart.add(state));
        }
        return apart;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A backend or client that is broken in one way, and the rules that must detect the defect.
 *
 * @param id short, unique, stable
 * @param broken the defect, in one sentence
 * @param killedBy the rules that must fail on it, each of them; at least one
 * @param fixture creates a new broken fixture
 */
public record Mutant(String id, String broken, Set<Rule> killedBy, Supplier<? extends LockFixture> fixture) {

    /**
     * Checks that a rule is named.
     *
     * @throws IllegalArgumentException if {@code killedBy} is empty
     */
    public Mutant {
        killedBy = Set.copyOf(killedBy);
        if (killedBy.isEmpty()) {
            throw new IllegalArgumentException("killedBy must name at least 1 rule but was empty for mutant " + id);
        }
    }

    @Override
    public String toString() {
        return id + ": " + broken;
    }
}

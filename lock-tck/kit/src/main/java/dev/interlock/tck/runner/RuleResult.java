// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.LevelFinding;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one test of a rule.
 *
 * @param rule the rule
 * @param store the {@linkplain LockFixture#description description} of the fixture
 * @param test the name of the test method
 * @param outcome the outcome
 * @param message the observation that breaks the rule, or why the rule was not exercised; empty if it passed
 * @param evidence the test's observations, for people
 * @param findings the observations about the levels S, B and E, in the order in which the test made them
 * @param history the name of the file that keeps the history of its run, null if there is none
 * @param duration wall time of the test
 */
public record RuleResult(
        Rule rule,
        String store,
        String test,
        Outcome outcome,
        String message,
        List<String> evidence,
        List<LevelFinding> findings,
        @Nullable String history,
        Duration duration) {

    /** Copies the lists. */
    public RuleResult {
        evidence = List.copyOf(evidence);
        findings = List.copyOf(findings);
    }

    /** Returns the message, for a rule that failed with its id and with what to look at first. */
    String advised() {
        return outcome == Outcome.FAILED
                ? rule.id() + ": " + message + "; look first at " + rule.lookAtFirst()
                : message;
    }

    /**
     * Returns the statement of the test, in words.
     *
     * @return the name of the test without the id of its rule, such as
     *     {@code a held lock is not granted to another client}
     */
    public String title() {
        return test.substring(rule.name().length() + 1).replace('_', ' ');
    }
}

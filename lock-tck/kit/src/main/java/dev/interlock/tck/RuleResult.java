// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one test of a rule ended.
 *
 * @param rule the rule
 * @param test the name of the test method
 * @param outcome how it ended
 * @param message the failure, or why the rule was not exercised; empty if it passed
 * @param evidence what the test observed, for people
 * @param findings what it saw of the guarantees, in the order in which it saw it
 * @param history the name of the file that {@link KeptHistories} made of its run, null if there is none
 * @param duration wall time of the test
 */
public record RuleResult(
        Rule rule,
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
}

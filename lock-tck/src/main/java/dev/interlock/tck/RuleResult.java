// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.time.Duration;
import java.util.List;

/**
 * How one test of a rule ended.
 *
 * @param rule the rule
 * @param test the name of the test method
 * @param outcome how it ended
 * @param message the failure, or why the rule was not exercised; empty if it passed
 * @param evidence what the test observed, for people
 * @param duration wall time of the test
 */
public record RuleResult(
        Rule rule, String test, Outcome outcome, String message, List<String> evidence, Duration duration) {

    /** Copies the list. */
    public RuleResult {
        evidence = List.copyOf(evidence);
    }
}

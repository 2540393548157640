// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.Rule;
import java.util.List;

/**
 * The result of a rule over all of its tests.
 *
 * @param rule the rule
 * @param status the result
 * @param tests its tests, at least one
 */
public record RuleSummary(Rule rule, Status status, List<RuleResult> tests) {

    /** The result of a rule: the worst result of its tests. */
    public enum Status {
        /** Every test of the rule passed. */
        PASSED,
        /** Some tests passed; the others lack a hook. */
        PARTLY,
        /** No test of the rule could be run. */
        NOT_EXERCISED,
        /** A test ended in an unexpected way: the rule is neither kept nor shown to be broken. */
        ERROR,
        /** A test showed that the rule is broken. */
        FAILED
    }

    /** Copies the list. */
    public RuleSummary {
        tests = List.copyOf(tests);
    }

    static RuleSummary of(Rule rule, List<RuleResult> tests) {
        return new RuleSummary(
                rule, status(tests.stream().map(RuleResult::outcome).toList()), tests);
    }

    private static Status status(List<Outcome> outcomes) {
        if (outcomes.contains(Outcome.FAILED)) {
            return Status.FAILED;
        }
        if (outcomes.contains(Outcome.ERROR)) {
            return Status.ERROR;
        }
        if (!outcomes.contains(Outcome.PASSED)) {
            return Status.NOT_EXERCISED;
        }
        return outcomes.contains(Outcome.NOT_EXERCISED) ? Status.PARTLY : Status.PASSED;
    }

    /** Returns whether at least one test of the rule passed, and every other test lacked only a hook. */
    boolean kept() {
        return status == Status.PASSED || status == Status.PARTLY;
    }

    boolean bad() {
        return status == Status.FAILED || status == Status.ERROR;
    }

    /** Returns the message of the first test that did not pass. */
    String why() {
        return tests.stream()
                .filter(test -> test.outcome() != Outcome.PASSED)
                .map(RuleResult::message)
                .findFirst()
                .orElse("");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * The results of a rule on one backend.
 *
 * @param rule the rule's id
 * @param status over all its tests
 * @param tests its tests, in the order in which they ran
 */
public record RuleRow(String rule, Status status, List<TestRow> tests) {

    /** Copies the list. */
    public RuleRow {
        tests = List.copyOf(tests);
    }

    /**
     * The row of a rule.
     *
     * @param rule the rule's id
     * @param tests its tests
     * @return the row, with the status that follows from the tests
     */
    public static RuleRow of(String rule, List<TestRow> tests) {
        return new RuleRow(rule, Status.of(tests.stream().map(TestRow::status).toList()), tests);
    }
}

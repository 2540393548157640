// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one test of a rule.
 *
 * @param test the test's method
 * @param title its description
 * @param status PASSED, FAILED, ERROR or NOT_EXERCISED
 * @param message the observed violation of the rule, or why it was not run; empty if it passed
 * @param evidence its observations
 * @param findings its findings on the levels S, B and E
 * @param history the history file of all processes, null if there is none
 * @param millis how long it took
 */
public record TestRow(
        String test,
        String title,
        Status status,
        String message,
        List<String> evidence,
        List<FindingRow> findings,
        @Nullable String history,
        long millis) {

    /** Copies the lists. */
    public TestRow {
        evidence = List.copyOf(evidence);
        findings = List.copyOf(findings);
    }
}

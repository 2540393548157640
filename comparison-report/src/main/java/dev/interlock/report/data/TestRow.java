// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one test of a rule ended.
 *
 * @param test its method
 * @param title what it says, in words
 * @param status PASSED, FAILED, ERROR or NOT_EXERCISED
 * @param message what was seen that breaks the rule, or why it was not run; empty if it passed
 * @param evidence what it observed
 * @param findings what it saw of the levels S, B and E
 * @param history the file with what all processes did, null if there is none
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

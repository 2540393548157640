// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * How one test of a rule ended.
 *
 * @param test its method
 * @param status PASSED, FAILED, ERROR or NOT_EXERCISED
 * @param message the failure, or why it was not run; empty if it passed
 * @param evidence what it observed
 * @param millis how long it took
 */
public record TestRow(String test, Status status, String message, List<String> evidence, long millis) {

    /** Copies the list. */
    public TestRow {
        evidence = List.copyOf(evidence);
    }
}

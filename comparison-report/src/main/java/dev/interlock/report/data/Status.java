// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/** The status of a rule on a backend, over all tests of the rule. */
public enum Status {
    /** Every test of the rule passed. */
    PASSED,
    /** Some tests passed; the others lack a hook. */
    PARTLY,
    /** No test of the rule could be run on this backend. */
    NOT_EXERCISED,
    /** The rule was left out, or has not been run yet. */
    NOT_RUN,
    /** A test ended in an unexpected way, which shows neither a pass nor a violation of the rule. */
    ERROR,
    /** A test showed a violation of the rule. */
    FAILED;

    /**
     * The status of a rule with these tests.
     *
     * @param tests the statuses of its tests
     * @return the worst of them
     */
    public static Status of(List<Status> tests) {
        if (tests.contains(FAILED)) {
            return FAILED;
        }
        if (tests.contains(ERROR)) {
            return ERROR;
        }
        if (!tests.contains(PASSED)) {
            return NOT_EXERCISED;
        }
        return tests.contains(NOT_EXERCISED) ? PARTLY : PASSED;
    }

    /**
     * Whether the rule failed, or could be run and did not pass.
     *
     * @return true for FAILED and ERROR
     */
    public boolean bad() {
        return this == FAILED || this == ERROR;
    }
}

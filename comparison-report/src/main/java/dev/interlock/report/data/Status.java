// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/** How a rule did on a backend, over all tests of the rule. */
public enum Status {
    /** Every test of the rule passed. */
    PASSED,
    /** Some tests passed; the others lack a hook. */
    PARTLY,
    /** No test of the rule could be run on this backend. */
    NOT_EXERCISED,
    /** The rule was left out, or has not been run yet. */
    NOT_RUN,
    /** A test ended in an unexpected way: the rule is neither kept nor shown to be broken. */
    ERROR,
    /** A test showed that the rule is broken. */
    FAILED;

    /**
     * The status of a rule with these tests.
     *
     * @param tests how its tests ended
     * @return the worst that is known
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
     * Whether the rule was broken, or not shown to be kept although it could be run.
     *
     * @return true for FAILED and ERROR
     */
    public boolean bad() {
        return this == FAILED || this == ERROR;
    }
}

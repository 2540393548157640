// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.opentest4j.TestAbortedException;

/** Aborts a rule that cannot be exercised on a fixture. Its message is for people; programs read the reason. */
final class RuleNotExercisedException extends TestAbortedException {

    private static final long serialVersionUID = 1;

    private final String reason;

    RuleNotExercisedException(Rule rule, String store, String reason) {
        super("NOT EXERCISED: " + reason + " (" + rule.id() + " on " + store + ")");
        this.reason = reason;
    }

    /** What is missing. */
    String reason() {
        return reason;
    }
}

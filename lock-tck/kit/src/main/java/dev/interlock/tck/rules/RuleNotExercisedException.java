// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.Rule;
import org.opentest4j.TestAbortedException;

/** Aborts a rule that cannot be exercised on a fixture. Its message is for people; programs read the reason. */
public final class RuleNotExercisedException extends TestAbortedException {

    private static final long serialVersionUID = 1;

    private final String reason;

    public RuleNotExercisedException(Rule rule, String store, String reason) {
        super("NOT EXERCISED: " + reason + " (" + rule.id() + " on " + store + ")");
        this.reason = reason;
    }

    /** What is missing. */
    public String reason() {
        return reason;
    }
}

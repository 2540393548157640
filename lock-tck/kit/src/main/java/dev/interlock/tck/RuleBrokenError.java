// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.jspecify.annotations.Nullable;

/** Thrown when a rule is broken. Its message is for people; programs read the rule and the reason. */
final class RuleBrokenError extends AssertionError {

    private static final long serialVersionUID = 1;

    private final Rule rule;
    private final String reason;

    RuleBrokenError(Rule rule, String reason, @Nullable Throwable cause) {
        super(rule.id() + ": " + reason + "\nLook first at " + rule.lookAtFirst(), cause);
        this.rule = rule;
        this.reason = reason;
    }

    Rule rule() {
        return rule;
    }

    /** The observation that breaks the rule. */
    String reason() {
        return reason;
    }
}

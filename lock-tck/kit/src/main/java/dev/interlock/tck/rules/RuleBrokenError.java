// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.Rule;
import org.jspecify.annotations.Nullable;

/** Thrown when a rule is broken. Its message is for people; programs read the rule and the reason. */
public final class RuleBrokenError extends AssertionError {

    private static final long serialVersionUID = 1;

    private final Rule rule;
    private final String reason;

    RuleBrokenError(Rule rule, String reason, @Nullable Throwable cause) {
        super(rule.id() + ": " + reason + "\nLook first at " + rule.lookAtFirst(), cause);
        this.rule = rule;
        this.reason = reason;
    }

    public Rule rule() {
        return rule;
    }

    /** The observation that breaks the rule. */
    public String reason() {
        return reason;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.tck.Rule;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A JUnit extension that leaves out the rules which {@value #RULES} does not name. The property has the ids, separated
 * by commas. {@code TckRunner} gets its rules as a parameter instead.
 */
final class RuleChoice implements ExecutionCondition {

    /** The system property with the rules to run; all of them without it. */
    static final String RULES = "interlock.tck.rules";

    private static final ConditionEvaluationResult RUN = ConditionEvaluationResult.enabled("to be run");

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        String wanted = System.getProperty(RULES);
        if (wanted == null
                || context.getTestMethod().isEmpty()
                || TckRun.of(context).isPresent()) {
            return RUN;
        }
        Rule rule = context.getRequiredTestMethod().getAnnotation(Proves.class).value();
        return rules(wanted).contains(rule.id()) ? RUN : ConditionEvaluationResult.disabled(RULES + " is " + wanted);
    }

    /** Returns the ids in the property's value. */
    static Set<String> rules(String wanted) {
        Set<String> ids =
                Arrays.stream(wanted.split(",")).map(String::strip).collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = Stream.of(Rule.values()).map(Rule::id).collect(Collectors.toSet());
        if (!known.containsAll(ids)) {
            ids.removeAll(known);
            throw new IllegalArgumentException(
                    RULES + " must name rules, such as WAIT-4,REL-6, but names " + String.join(",", ids));
        }
        return ids;
    }
}

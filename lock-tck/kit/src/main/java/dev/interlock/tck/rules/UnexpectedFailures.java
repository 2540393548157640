// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Names the rule in which a lock failed, where the rule relies on the step and says nothing of its failure. */
final class UnexpectedFailures implements TestExecutionExceptionHandler {

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable thrown) throws Throwable {
        RuleTest rule = (RuleTest) context.getRequiredTestInstance();
        throw rule.isBrokenBy(thrown) ? rule.broken(thrown, "a step of the rule ended as {}", thrown) : thrown;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A JUnit extension that gives a rule its enclosing {@link LockTck} and the {@link Observations} of its run. */
final class RuleParameters implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == LockTck.class || type == Observations.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LockTck.class
                ? context.getRequiredTestInstances().findInstance(LockTck.class).orElseThrow()
                : TckRun.of(context)
                        .map(run -> run.observations(context.getUniqueId()))
                        .orElseGet(Observations::new);
    }
}

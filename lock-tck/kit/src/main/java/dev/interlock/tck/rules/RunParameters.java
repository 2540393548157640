// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A JUnit extension that gives a rule the {@link Observations} of its test, and the kit of a runner its {@link TckRun}. */
public final class RunParameters implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == TckRun.class || type == Observations.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TckRun.class
                ? TckRun.of(context)
                        .orElseThrow(() -> new IllegalStateException(TckRun.ID + " is not set: use TckRunner"))
                : TckRun.of(context)
                        .map(run -> run.observations(context.getUniqueId()))
                        .orElseGet(Observations::new);
    }
}

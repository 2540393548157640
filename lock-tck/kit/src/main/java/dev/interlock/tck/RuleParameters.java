// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A JUnit extension that hands a rule the {@link LockTck} that it is nested in. */
final class EnclosingKit implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LockTck.class;
    }

    @Override
    public LockTck resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRequiredTestInstances().findInstance(LockTck.class).orElseThrow();
    }
}

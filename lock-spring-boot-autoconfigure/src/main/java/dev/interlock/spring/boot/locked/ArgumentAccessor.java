// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.PropertyAccessor;
import org.springframework.expression.TypedValue;

/** Reads {@code id} in an expression as the argument of that name. Spring's own for maps moved between 6 and 7. */
final class ArgumentAccessor implements PropertyAccessor {

    @Override
    public Class<?>[] getSpecificTargetClasses() {
        return new Class<?>[] {Arguments.class};
    }

    @Override
    public boolean canRead(EvaluationContext context, @Nullable Object target, String name) {
        return target instanceof Arguments arguments && arguments.byName().containsKey(name);
    }

    @Override
    public TypedValue read(EvaluationContext context, @Nullable Object target, String name) {
        return target instanceof Arguments arguments
                ? new TypedValue(arguments.byName().get(name))
                : TypedValue.NULL;
    }

    @Override
    public boolean canWrite(EvaluationContext context, @Nullable Object target, String name) {
        return false;
    }

    @Override
    public void write(EvaluationContext context, @Nullable Object target, String name, @Nullable Object newValue) {
        throw new UnsupportedOperationException("the arguments of a call cannot be changed");
    }
}

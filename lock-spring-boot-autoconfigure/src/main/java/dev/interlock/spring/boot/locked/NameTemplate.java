// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.call.LockNames;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;

/**
 * A name as written, with its expressions parsed. Immutable.
 *
 * @param text the name as written, without placeholders
 * @param expression its expressions and the text between them
 */
record NameTemplate(String text, Expression expression) {

    /** Returns whether the name depends on the call. */
    boolean hasExpression() {
        return !(expression instanceof LiteralExpression);
    }

    /**
     * Evaluates the name for a call.
     *
     * @throws IllegalArgumentException if a part is null or cannot be evaluated, or if the name is not valid
     */
    String nameIn(@Nullable EvaluationContext call, LockNames names) {
        StringBuilder name = new StringBuilder();
        for (Expression part : parts()) {
            Object value = value(part, call, names);
            if (value == null) {
                // SpEL leaves null out: 'order-' would be one lock for all orders without an id.
                throw names.refused(text, "holds #{" + part.getExpressionString() + "}, which is null", null);
            }
            name.append(value);
        }
        return names.checked(text, name.toString());
    }

    private List<Expression> parts() {
        return expression instanceof CompositeStringExpression composite
                ? List.of(composite.getExpressions())
                : List.of(expression);
    }

    private @Nullable Object value(Expression part, @Nullable EvaluationContext call, LockNames names) {
        try {
            return call == null ? part.getValue() : part.getValue(call);
        } catch (EvaluationException e) {
            throw names.refused(text, "cannot be evaluated (" + e.getMessage() + ")", e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.locked;

import dev.interlock.annotation.call.LockNames;
import dev.interlock.annotation.call.LockedMethod;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/**
 * The annotation of one method, read once. Immutable.
 *
 * @param settings what it asks for
 * @param names the names as written
 * @param parameters the names of the parameters; empty if no name has an expression
 * @param kind when the method ends
 */
record AnnotatedMethod(LockedMethod settings, List<NameTemplate> names, List<String> parameters, ResultKind kind) {

    /** Returns the names of the locks for a call. */
    List<String> namesFor(@Nullable Object[] arguments, BeanFactory beans) {
        LockNames checks = new LockNames(settings.text(), "");
        EvaluationContext call = names.stream().anyMatch(NameTemplate::hasExpression) ? call(arguments, beans) : null;
        return names.stream().map(name -> name.nameIn(call, checks)).toList();
    }

    /** Arguments are properties of the root ({@code id}) and variables ({@code #id}). */
    private EvaluationContext call(@Nullable Object[] arguments, BeanFactory beans) {
        Map<String, @Nullable Object> byName = new TreeMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            byName.put(parameters.get(i), arguments[i]);
        }
        StandardEvaluationContext context = new StandardEvaluationContext(new Arguments(byName));
        context.addPropertyAccessor(new ArgumentAccessor());
        context.setBeanResolver(new BeanFactoryResolver(beans));
        byName.forEach(context::setVariable);
        return context;
    }
}

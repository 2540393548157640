// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.annotation.call.LockNames;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.quarkus.Locked;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The annotation of one method, read once. Immutable.
 *
 * @param settings what it asks for
 * @param names the names as written
 * @param checks checks the names of calls
 * @param parameters the names of the parameters; empty if no name has an expression
 * @param kind when the method ends
 */
record AnnotatedMethod(
        LockedMethod settings, List<NameTemplate> names, LockNames checks, List<String> parameters, ResultKind kind) {

    /**
     * Reads the annotation.
     *
     * @param placeholders resolves {@code ${...}}
     * @throws IllegalArgumentException if it cannot be kept. The message names the method, what was found and the
     *     remedy.
     */
    static AnnotatedMethod of(Locked annotation, Method method, UnaryOperator<String> placeholders) {
        WrittenLock written = new WrittenLock(
                        method.getDeclaringClass().getSimpleName() + "." + method.getName(),
                        List.of(annotation.value()),
                        annotation.onContention(),
                        annotation.waitAtMost(),
                        annotation.lease(),
                        annotation.minHold(),
                        annotation.maxHold(),
                        annotation.client(),
                        method.getReturnType())
                .resolved(placeholders);
        List<NameTemplate> names = written.templates();
        return new AnnotatedMethod(
                written.settings(),
                names,
                written.checks(),
                names.stream().anyMatch(NameTemplate::hasExpression) ? parameters(method, written) : List.of(),
                ResultKind.of(method.getReturnType().getName()));
    }

    private static List<String> parameters(Method method, WrittenLock written) {
        if (!Arrays.stream(method.getParameters()).allMatch(Parameter::isNamePresent)) {
            throw written.refused(
                    "its name has an expression, but the names of the method's parameters are not in its class file:"
                            + " compile with -parameters",
                    null);
        }
        return Arrays.stream(method.getParameters()).map(Parameter::getName).toList();
    }

    /** Returns the names of the locks for a call. */
    List<String> namesFor(@Nullable Object[] arguments, ArgumentProperties properties) {
        Map<String, @Nullable Object> byName = new HashMap<>();
        for (int i = 0; i < parameters.size(); i++) {
            byName.put(parameters.get(i), arguments[i]);
        }
        return names.stream()
                .map(name -> name.nameIn(byName, properties, checks))
                .toList();
    }
}

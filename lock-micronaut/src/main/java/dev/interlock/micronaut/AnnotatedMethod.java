// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import static java.util.Objects.requireNonNull;

import dev.interlock.AcquireOptions;
import dev.interlock.annotation.OnContention;
import dev.interlock.annotation.call.LockedMethod;
import dev.interlock.micronaut.config.Settings;
import io.micronaut.aop.MethodInvocationContext;
import io.micronaut.context.env.PropertyPlaceholderResolver;
import io.micronaut.context.exceptions.ConfigurationException;
import io.micronaut.core.annotation.AnnotationValue;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;

/**
 * The annotation of one method, read once. Immutable.
 *
 * @param settings what it asks for
 * @param names the names as written; none if they cannot be read because another annotation carries this one, or
 *     because a native image does not have the method
 * @param constant whether every call uses these names unchanged; they have been checked then
 */
record AnnotatedMethod(LockedMethod settings, List<String> names, boolean constant) {

    private static final List<String> DURATIONS = List.of("waitAtMost", "lease", "minHold", "maxHold");

    /**
     * Reads the annotation.
     *
     * @param context a call of the method
     * @param placeholders resolves {@code ${...}}
     * @throws ConfigurationException if the annotation is not valid. The message names the method, the value and the
     *     remedy.
     * @throws IllegalArgumentException if a constant name is not a valid lock name
     */
    static AnnotatedMethod of(
            MethodInvocationContext<Object, Object> context, PropertyPlaceholderResolver placeholders) {
        AnnotationValue<Locked> annotation = annotation(context);
        String text = context.getDeclaringType().getSimpleName() + "." + context.getMethodName();
        Settings settings = new Settings("@Locked on " + text + ": ");
        for (String name : DURATIONS) {
            String value = annotation.stringValue(name).orElse("");
            // Resolved here, because Micronaut leaves placeholders alone if another member of the annotation is an
            // expression.
            settings.with(name, value.isEmpty() ? null : placeholders.resolveRequiredPlaceholders(value));
        }
        List<String> names = written(context);
        AnnotatedMethod method = new AnnotatedMethod(
                settings(context, annotation, text, settings),
                names,
                !names.isEmpty() && names.stream().noneMatch(MicronautNames::hasExpression));
        if (method.constant) {
            MicronautNames.checkConstant(context, method);
        }
        return method;
    }

    private static LockedMethod settings(
            MethodInvocationContext<Object, Object> context,
            AnnotationValue<Locked> annotation,
            String text,
            Settings settings) {
        try {
            return new LockedMethod(
                    text,
                    annotation.enumValue("onContention", OnContention.class).orElse(OnContention.WAIT),
                    settings.acquireOptions("waitAtMost", "lease", "maxHold"),
                    settings.duration("minHold", Duration.ZERO, AcquireOptions.MAX_LEASE),
                    annotation.stringValue("client").orElse(""),
                    context.getReturnType().getType());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage(), e);
        }
    }

    /** The method, for messages. */
    String text() {
        return settings.text();
    }

    /** The annotation of the method, or else that of its class. Members of the two are never mixed. */
    static AnnotationValue<Locked> annotation(MethodInvocationContext<Object, Object> context) {
        AnnotationValue<Locked> own = context.getDeclaredAnnotation(Locked.class);
        AnnotationValue<Locked> found = own != null ? own : context.getAnnotation(Locked.class);
        return requireNonNull(found, "@Locked");
    }

    /** The names as written at the method, or else at its class. */
    private static List<String> written(MethodInvocationContext<Object, Object> context) {
        Method method;
        try {
            method = context.getTargetMethod();
        } catch (LinkageError e) {
            // Micronaut finds it by its name, and registers it for a native image only if it is annotated for that.
            return List.of();
        }
        Locked own = method.getAnnotation(Locked.class);
        Locked found = own != null ? own : context.getDeclaringType().getAnnotation(Locked.class);
        return found == null ? List.of() : List.of(found.value());
    }
}

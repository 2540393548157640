// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockName;
import io.micronaut.aop.MethodInvocationContext;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of the lock of one call. Never one that several callers would share by mistake. */
final class LockNames {

    private static final String NULL = "null";
    private static final String NOT_EVALUATED = "#{";
    private static final String NOT_RESOLVED = "${";
    private static final String MIXED = "; Micronaut does not evaluate both #{...} and ${...} in one annotation: write"
            + " #{env['name']} for a property in the lock's name, and configure durations by locks.named.<name>";
    private static final Pattern ARGUMENT = Pattern.compile("#\\{\\s*\\??([A-Za-z_$][\\w$]*)\\s*}");
    private static final Pattern EXPRESSION = Pattern.compile("#\\{[^}]*}");

    private LockNames() {}

    /**
     * Evaluates the name.
     *
     * @throws IllegalArgumentException if it cannot be evaluated, holds null or is no name for a lock
     */
    static String of(MethodInvocationContext<Object, Object> context, LockedMethod method) {
        String name;
        try {
            name = context.stringValue(Locked.class).orElse(null);
        } catch (RuntimeException e) {
            throw refused(method, context, "cannot be evaluated (" + e.getMessage() + ")" + MIXED, e);
        }
        if (name == null) {
            throw refused(method, context, "is null", null);
        }
        if (name.contains(NOT_EVALUATED) || name.contains(NOT_RESOLVED)) {
            throw refused(method, context, "holds an expression or a placeholder that was not evaluated" + MIXED, null);
        }
        if (name.contains(NULL)) {
            requireNoNull(context, method, name);
        }
        try {
            return new LockName(name).value();
        } catch (IllegalArgumentException e) {
            throw refused(method, context, e.getMessage(), e);
        }
    }

    /** Micronaut writes null as text: {@code order-null} would be one lock for all orders without an id. */
    private static void requireNoNull(
            MethodInvocationContext<Object, Object> context, LockedMethod method, String name) {
        String template = template(context);
        Matcher arguments = ARGUMENT.matcher(template);
        Map<String, Object> values = context.getParameterValueMap();
        while (arguments.find()) {
            String argument = arguments.group(1);
            if (values.containsKey(argument) && values.get(argument) == null) {
                throw refused(method, context, "holds argument '" + argument + "', which is null", null);
            }
        }
        Matcher expressions = EXPRESSION.matcher(template);
        while (expressions.find()) {
            if (couldBeNull(template, expressions, name)) {
                throw refused(method, context, "holds " + expressions.group() + ", which is null", null);
            }
        }
    }

    /** Whether the name is what comes out when this expression is null, whatever the others are. */
    private static boolean couldBeNull(String template, Matcher expression, String name) {
        String before = template.substring(0, expression.start());
        String after = template.substring(expression.end());
        return name.matches(literal(before) + NULL + literal(after));
    }

    private static String literal(String part) {
        StringBuilder pattern = new StringBuilder("(?s)");
        int from = 0;
        Matcher others = EXPRESSION.matcher(part);
        while (others.find()) {
            pattern.append(Pattern.quote(part.substring(from, others.start()))).append(".*");
            from = others.end();
        }
        return pattern.append(Pattern.quote(part.substring(from))).toString();
    }

    private static String template(MethodInvocationContext<Object, Object> context) {
        return Optional.ofNullable(context.getTargetMethod().getAnnotation(Locked.class))
                .map(Locked::value)
                .orElse("");
    }

    private static IllegalArgumentException refused(
            LockedMethod method,
            MethodInvocationContext<Object, Object> context,
            @Nullable String reason,
            @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the lock's name '" + template(context) + "' of @Locked on " + method.text() + " " + reason
                        + "; the method was not called: pass arguments that make 1 to " + LockName.MAX_BYTES
                        + " bytes of text, or correct the expression",
                cause);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockName;
import io.micronaut.aop.MethodInvocationContext;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lock names of one call. A name that callers would share by mistake is rejected. */
final class LockNames {

    private static final String NULL = "null";
    private static final String NOT_EVALUATED = "#{";
    private static final String NOT_RESOLVED = "${";
    private static final String MIXED = "; Micronaut does not evaluate both #{...} and ${...} in one annotation: write"
            + " #{env['name']} for a property in the lock's name, and configure durations by locks.named.<name>";
    private static final Pattern ARGUMENT = Pattern.compile("#\\{\\s*\\??([A-Za-z_$][\\w$]*)\\s*}");
    private static final Pattern EXPRESSION = Pattern.compile("#\\{[^}]*}");

    /** The default text of a Java array, which differs for each array. */
    private static final Pattern ARRAY = Pattern.compile("\\[(?:L[\\w.$]+;|[BCDFIJSZ])@[0-9a-f]+");

    private LockNames() {}

    /**
     * Evaluates the names.
     *
     * @throws IllegalArgumentException if a name cannot be evaluated, contains null or is not valid, or if there is
     *     none
     */
    static List<String> of(MethodInvocationContext<Object, Object> context, LockedMethod method) {
        List<String> templates = method.names();
        @Nullable String[] names;
        try {
            names = LockedMethod.annotation(context).stringValues();
        } catch (RuntimeException e) {
            throw refused(
                    method, String.join("', '", templates), "cannot be evaluated (" + e.getMessage() + ")" + MIXED, e);
        }
        if (names.length == 0) {
            throw refused(method, "", "is missing", null);
        }
        if (names.length == 1 && templates.size() == 1) {
            return List.of(checked(context, method, templates.get(0), names[0]));
        }
        if (!templates.isEmpty() && templates.size() != names.length) {
            throw refused(method, String.join("', '", templates), "cannot be evaluated" + MIXED, null);
        }
        List<String> checked = new ArrayList<>(names.length);
        for (int i = 0; i < names.length; i++) {
            checked.add(checked(context, method, i < templates.size() ? templates.get(i) : "", names[i]));
        }
        return checked;
    }

    /** Returns whether a name, as written, depends on the call or on the configuration. */
    static boolean hasExpression(String template) {
        return template.contains(NOT_EVALUATED) || template.contains(NOT_RESOLVED);
    }

    /** Checks names without expressions, once. */
    static void checkConstant(MethodInvocationContext<Object, Object> context, LockedMethod method) {
        method.names().forEach(name -> checked(context, method, name, name));
    }

    private static String checked(
            MethodInvocationContext<Object, Object> context,
            LockedMethod method,
            String template,
            @Nullable String name) {
        if (name == null) {
            throw refused(method, template, "is null", null);
        }
        if (hasExpression(name)) {
            throw refused(
                    method, template, "holds an expression or a placeholder that was not evaluated" + MIXED, null);
        }
        if (name.indexOf('[') >= 0 && ARRAY.matcher(name).find()) {
            // If an expression and a placeholder are mixed, the array is the value of the annotation itself.
            throw refused(method, template, "holds an array, which has no text of its own" + MIXED, null);
        }
        if (name.contains(NULL)) {
            requireNoNull(context, method, template, name);
        }
        try {
            return new LockName(name).value();
        } catch (IllegalArgumentException e) {
            throw refused(method, template, e.getMessage(), e);
        }
    }

    /** Names in quotes, for messages. */
    static String quoted(Collection<String> names) {
        return names.stream().sorted().collect(Collectors.joining("', '", "'", "'"));
    }

    /** Micronaut renders null as text: {@code order-null} would be one lock for all orders without an id. */
    private static void requireNoNull(
            MethodInvocationContext<Object, Object> context, LockedMethod method, String template, String name) {
        Matcher arguments = ARGUMENT.matcher(template);
        Map<String, Object> values = context.getParameterValueMap();
        while (arguments.find()) {
            String argument = arguments.group(1);
            if (values.containsKey(argument) && values.get(argument) == null) {
                throw refused(method, template, "holds argument '" + argument + "', which is null", null);
            }
        }
        Matcher expressions = EXPRESSION.matcher(template);
        while (expressions.find()) {
            if (couldBeNull(template, expressions, name)) {
                throw refused(method, template, "holds " + expressions.group() + ", which is null", null);
            }
        }
    }

    /** Returns whether the name can result from null in this expression, with any values of the others. */
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

    private static IllegalArgumentException refused(
            LockedMethod method, String template, @Nullable String reason, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the lock's name '" + template + "' of @Locked on " + method.text() + " " + reason
                        + "; the method was not called: pass arguments that make 1 to " + LockName.MAX_BYTES
                        + " bytes of text, or correct the expression",
                cause);
    }
}

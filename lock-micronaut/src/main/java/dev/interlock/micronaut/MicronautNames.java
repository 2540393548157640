// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.annotation.call.LockNames;
import io.micronaut.aop.MethodInvocationContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The lock names of one call. A name that callers would share by mistake is rejected. */
final class MicronautNames {

    private static final String NULL = "null";
    private static final Pattern NULL_AS_A_PART = Pattern.compile("(?<![A-Za-z0-9])null(?![A-Za-z0-9])");
    private static final String NOT_EVALUATED = "#{";
    private static final String NOT_RESOLVED = "${";
    private static final String MIXED = "; Micronaut does not evaluate both #{...} and ${...} in one annotation: write"
            + " #{env['name']} for a property in the lock's name, and configure durations by locks.named.<name>";
    private static final Pattern ARGUMENT = Pattern.compile("#\\{\\s*\\??([A-Za-z_$][\\w$]*)\\s*}");
    private static final Pattern EXPRESSION = Pattern.compile("#\\{[^}]*}");

    private MicronautNames() {}

    /**
     * Evaluates the names.
     *
     * @throws IllegalArgumentException if a name cannot be evaluated, contains null or is not valid, or if there is
     *     none
     */
    static List<String> of(MethodInvocationContext<Object, Object> context, AnnotatedMethod method) {
        List<String> templates = method.names();
        @Nullable String[] names;
        try {
            names = AnnotatedMethod.annotation(context).stringValues();
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
    static void checkConstant(MethodInvocationContext<Object, Object> context, AnnotatedMethod method) {
        method.names().forEach(name -> checked(context, method, name, name));
    }

    private static String checked(
            MethodInvocationContext<Object, Object> context,
            AnnotatedMethod method,
            String template,
            @Nullable String name) {
        if (name != null && hasExpression(name)) {
            throw refused(
                    method, template, "holds an expression or a placeholder that was not evaluated" + MIXED, null);
        }
        if (name != null && name.contains(NULL)) {
            requireNoNull(context, method, template, name);
        }
        // If an expression and a placeholder are mixed, an array in the name is the value of the annotation itself.
        return new LockNames(method.text(), MIXED).checked(template, name);
    }

    /** Micronaut renders null as text: {@code order-null} would be one lock for all orders without an id. */
    private static void requireNoNull(
            MethodInvocationContext<Object, Object> context, AnnotatedMethod method, String template, String name) {
        Matcher arguments = ARGUMENT.matcher(template);
        Map<String, Object> values = context.getParameterValueMap();
        if (template.isEmpty() && NULL_AS_A_PART.matcher(name).find() && values.containsValue(null)) {
            throw refused(method, name, "may hold an argument that is null", null);
        }
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
            AnnotatedMethod method, String template, String reason, @Nullable Throwable cause) {
        return new LockNames(method.text(), MIXED).refused(template, reason, cause);
    }
}

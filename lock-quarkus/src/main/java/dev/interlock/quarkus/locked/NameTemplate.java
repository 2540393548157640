// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.locked;

import dev.interlock.annotation.call.LockNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name as written, with its expressions parsed. Immutable.
 *
 * @param text the name as written, without placeholders
 * @param parts its expressions and the text between them
 */
public record NameTemplate(String text, List<Part> parts) {

    private static final Pattern EXPRESSION = Pattern.compile("#\\{([^}]*)}");
    private static final Pattern PATH = Pattern.compile("\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*"
            + "(\\.\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)*");

    /**
     * A part of a name.
     *
     * @param text the text, or the expression
     * @param path the parameter and its properties; empty for a text
     */
    public record Part(String text, List<String> path) {

        boolean isExpression() {
            return !path.isEmpty();
        }
    }

    /**
     * Parses a name.
     *
     * @param text the name as written, without placeholders
     * @param names the method's names, for messages
     * @return the parsed name
     * @throws IllegalArgumentException if an expression is neither a parameter nor a property of one
     */
    public static NameTemplate of(String text, LockNames names) {
        List<Part> parts = new ArrayList<>();
        Matcher expression = EXPRESSION.matcher(text);
        int end = 0;
        while (expression.find()) {
            parts.add(new Part(text.substring(end, expression.start()), List.of()));
            String path = expression.group(1).trim();
            if (!PATH.matcher(path).matches()) {
                throw names.refused(
                        text,
                        "holds #{" + path + "}, which is neither a parameter nor a property of one, such as #{id} or"
                                + " #{order.id}",
                        null);
            }
            parts.add(new Part(path, Arrays.asList(path.split("\\.", -1))));
            end = expression.end();
        }
        parts.add(new Part(text.substring(end), List.of()));
        return new NameTemplate(text, List.copyOf(parts));
    }

    /**
     * Returns whether the name depends on the call.
     *
     * @return true if it has an expression
     */
    public boolean hasExpression() {
        return parts.stream().anyMatch(Part::isExpression);
    }

    /**
     * Returns its expressions.
     *
     * @return the parameter and its properties of each
     */
    public List<List<String>> paths() {
        return parts.stream().filter(Part::isExpression).map(Part::path).toList();
    }

    /**
     * Evaluates the name for a call.
     *
     * @param arguments by the names of their parameters
     * @param properties reads properties of arguments
     * @param names the method's names, for messages
     * @throws IllegalArgumentException if a part is null or cannot be evaluated, or if the name is not valid
     */
    String nameIn(Map<String, @Nullable Object> arguments, ArgumentProperties properties, LockNames names) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            name.append(part.isExpression() ? value(part, arguments, properties, names) : part.text());
        }
        return names.checked(text, name.toString());
    }

    private Object value(
            Part part, Map<String, @Nullable Object> arguments, ArgumentProperties properties, LockNames names) {
        Object value = arguments.get(part.path().get(0));
        for (String property : part.path().subList(1, part.path().size())) {
            if (value == null) {
                break;
            }
            try {
                value = properties.read(value, property);
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw names.refused(text, "cannot be evaluated at #{" + part.text() + "} (" + e + ")", e);
            }
        }
        if (value == null) {
            // Not written as "null": 'order-null' would be one lock for all orders without an id.
            throw names.refused(text, "holds #{" + part.text() + "}, which is null", null);
        }
        return value;
    }
}

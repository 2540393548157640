// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.rules.Subject;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the author of a {@link Statement} says about the run, because the kit cannot see it. Immutable.
 *
 * @param name the name of the statement and of its file: lower case letters, digits, dots and hyphens, such as
 *     {@code redis-cluster}
 * @param version the version of the backend; null for the version of the jar that it comes from
 * @param store product and version of the store, such as {@code redis 6.2.11}
 * @param topology how many servers, and how they are connected, such as {@code a cluster of 3 primaries}
 * @param evidence where there is more to see: addresses on the web, or paths in the repository
 */
public record StatementLabel(
        String name, @Nullable String version, String store, String topology, List<String> evidence) {

    /** What stands for a value that was not given. */
    public static final String NOT_STATED = "not stated";

    private static final Pattern NAME = Pattern.compile("[a-z0-9]+([.-][a-z0-9]+)*");

    /**
     * Checks the name, and copies the list.
     *
     * @throws IllegalArgumentException if the name has other characters
     */
    public StatementLabel {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("name must match " + NAME + " but was '" + name + "'");
        }
        Objects.requireNonNull(store, "store");
        Objects.requireNonNull(topology, "topology");
        evidence = List.copyOf(evidence);
    }

    /** The label that system properties give. The name of the test class stands in for the name of the statement. */
    static StatementLabel ofProperties(String testClass) {
        return new StatementLabel(
                property("name", nameOf(testClass)),
                System.getProperty(Subject.STATEMENTS + ".version"),
                property("store", NOT_STATED),
                property("topology", NOT_STATED),
                Stream.of(property("evidence", "").split(",", -1))
                        .map(String::strip)
                        .filter(each -> !each.isEmpty())
                        .toList());
    }

    private static String property(String name, String otherwise) {
        return System.getProperty(Subject.STATEMENTS + "." + name, otherwise);
    }

    /** Such as {@code redis-cluster} for {@code RedisClusterTckIT}. */
    static String nameOf(String testClass) {
        String name = testClass
                .replaceFirst(".*[.$]", "")
                .replaceFirst("(Tck)?(Tests?|IT)$", "")
                .replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-")
                .toLowerCase(Locale.ROOT);
        return NAME.matcher(name).matches() ? name : "kit";
    }
}

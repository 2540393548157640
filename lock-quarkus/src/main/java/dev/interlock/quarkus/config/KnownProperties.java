// SPDX-License-Identifier: Apache-2.0
package dev.interlock.quarkus.config;

import dev.interlock.annotation.setting.NearestSettings;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * All properties that there are. Quarkus ignores unknown ones outside of its own namespace, so a misspelt property would
 * leave its default in force.
 */
public final class KnownProperties {

    private static final String START = InterlockConfig.PREFIX + ".";

    /** Of the application as a whole. */
    static final List<String> OF_APPLICATION = List.of("metrics.enabled", "metrics.names");

    /** Of the acquisitions of a client, or of a block of named locks. */
    static final List<String> OF_ACQUISITIONS = List.of("lease", "wait", "max-hold", "lock-delay");

    /** Of a client, besides its acquisitions. */
    static final List<String> OF_CLIENT =
            List.of("uri", "user", "password", "eager", "holder-hint", "close-timeout", "close-grace");

    /** A part of a name between dots, in quotes if it has dots of its own. */
    private static final String PART = "(?:\"[^\"]+\"|[^.\"]+)";

    private static final Pattern FURTHER = Pattern.compile("clients\\." + PART + "\\.(?<rest>.+)");
    private static final Pattern NAMED = Pattern.compile("named\\." + PART + "\\.(?<rest>.+)");
    private static final Pattern OPTION = Pattern.compile("options\\." + PART);
    private static final Pattern INDEX = Pattern.compile("\\[\\d+]$");

    private KnownProperties() {}

    /**
     * Refuses unknown properties. Environment variables count only if a property of that name exists, because Kubernetes
     * sets variables for each service.
     *
     * @param names the names of all properties
     * @throws ConfigurationException if one below {@code interlock} is not known. The message has the nearest ones.
     */
    public static void check(Iterable<String> names) {
        Set<String> unknown = new TreeSet<>();
        StreamSupport.stream(names.spliterator(), false)
                .filter(name -> name.startsWith(START) && !isKnown(name.substring(START.length())))
                .forEach(unknown::add);
        if (!unknown.isEmpty()) {
            throw new ConfigurationException(
                    unknown.stream().map(KnownProperties::text).collect(Collectors.joining(" "))
                            + " Correct it, or take it away.",
                    unknown);
        }
    }

    private static boolean isKnown(String name) {
        // Interlock's own tests and build set these.
        if (name.startsWith("test.") || name.startsWith("tck.") || name.startsWith("soak.")) {
            return true;
        }
        String plain = INDEX.matcher(name).replaceFirst("");
        var further = FURTHER.matcher(plain);
        return OF_APPLICATION.contains(plain)
                || isOfClient(plain)
                || (further.matches() && isOfClient(further.group("rest")));
    }

    private static boolean isOfClient(String name) {
        var named = NAMED.matcher(name);
        return OF_CLIENT.contains(name)
                || OF_ACQUISITIONS.contains(name)
                || OPTION.matcher(name).matches()
                || (named.matches() && isOfNamedLock(named.group("rest")));
    }

    private static boolean isOfNamedLock(String name) {
        return name.equals("pattern") || OF_ACQUISITIONS.contains(name);
    }

    private static String text(String unknown) {
        var further = FURTHER.matcher(unknown.substring(START.length()));
        String rest = further.matches() ? further.group("rest") : unknown.substring(START.length());
        String block = unknown.substring(0, unknown.length() - rest.length());
        List<String> nearest = NearestSettings.of(
                rest,
                Stream.of(further.matches() ? List.<String>of() : OF_APPLICATION, OF_CLIENT, OF_ACQUISITIONS)
                        .flatMap(List::stream));
        return "There is no property " + unknown
                + (nearest.isEmpty()
                        ? ": docs/quarkus.md of Interlock lists all."
                        : ": did you mean "
                                + nearest.stream().map(block::concat).collect(Collectors.joining(" or ")) + "?");
    }
}

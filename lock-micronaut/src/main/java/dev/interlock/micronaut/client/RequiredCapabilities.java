// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.client;

import dev.interlock.Capability;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.exceptions.ConfigurationException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The capabilities that {@code locks.require} lists. Immutable. */
final class RequiredCapabilities {

    /** The contract demands it of every backend, but users may list it. */
    private static final String FENCING = "fencing";

    private final Set<Capability> required = EnumSet.noneOf(Capability.class);

    /**
     * Reads the names.
     *
     * @throws ConfigurationException if one is not a capability
     */
    RequiredCapabilities(Set<String> names) {
        for (String name : new TreeSet<>(names)) {
            if (!name.equals(FENCING)) {
                required.add(capability(name));
            }
        }
    }

    private static Capability capability(String name) {
        return Arrays.stream(Capability.values())
                .filter(each -> text(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new ConfigurationException(LockConfiguration.REQUIRE + " must list "
                        + FENCING + " or "
                        + Arrays.stream(Capability.values())
                                .map(RequiredCapabilities::text)
                                .collect(Collectors.joining(", "))
                        + " but has '" + name + "'"));
    }

    /**
     * Checks the capabilities of a store.
     *
     * @param backend the name of the store
     * @param declared its capabilities
     * @throws ConfigurationException if one is missing. The message says what its absence means and which backends have
     *     it.
     */
    void check(String backend, Set<Capability> declared) {
        Set<Capability> missing = EnumSet.copyOf(required.isEmpty() ? EnumSet.noneOf(Capability.class) : required);
        missing.removeAll(declared);
        if (!missing.isEmpty()) {
            throw new ConfigurationException(LockConfiguration.REQUIRE + " asks for " + texts(missing)
                    + ", which the backend '" + backend + "' does not declare: "
                    + missing.stream().map(Capability::absence).collect(Collectors.joining("; "))
                    + ". Backends that would do for " + texts(required) + ": " + KnownBackend.capableOf(required)
                    + ". Set " + LockConfiguration.BACKEND + " to one of them, or take it from "
                    + LockConfiguration.REQUIRE);
        }
    }

    private static String texts(Set<Capability> capabilities) {
        return capabilities.stream().map(RequiredCapabilities::text).collect(Collectors.joining(", "));
    }

    private static String text(Capability capability) {
        return capability.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.boot.client;

import dev.interlock.Capability;
import dev.interlock.annotation.setting.KnownBackend;
import dev.interlock.spring.boot.config.LockConfigurationException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The capabilities that {@code interlock.require} lists. Immutable. */
final class RequiredCapabilities {

    /** The contract demands it of every backend, but users may list it. */
    private static final String FENCING = "fencing";

    private final String property;
    private final Set<Capability> required = EnumSet.noneOf(Capability.class);

    /**
     * Reads the names.
     *
     * @param property the property that lists them
     * @throws LockConfigurationException if one is not a capability
     */
    RequiredCapabilities(String property, Set<String> names) {
        this.property = property;
        for (String name : new TreeSet<>(names)) {
            if (!name.equals(FENCING)) {
                required.add(capability(name));
            }
        }
    }

    private Capability capability(String name) {
        return Arrays.stream(Capability.values())
                .filter(each -> text(each).equals(name))
                .findFirst()
                .orElseThrow(() -> new LockConfigurationException(
                        property + " has '" + name + "', which is no capability",
                        "List " + FENCING + ", " + texts(EnumSet.allOf(Capability.class)) + ".",
                        null));
    }

    /**
     * Checks the capabilities of a store.
     *
     * @param backend the name of the store
     * @param declared its capabilities
     * @throws LockConfigurationException if one is missing. The message says what its absence means and which backends
     *     have it.
     */
    void check(String backend, Set<Capability> declared) {
        Set<Capability> missing = EnumSet.copyOf(required);
        missing.removeAll(declared);
        if (!missing.isEmpty()) {
            throw new LockConfigurationException(
                    property + " asks for " + texts(missing) + ", which the backend '" + backend
                            + "' does not declare: "
                            + missing.stream().map(Capability::absence).collect(Collectors.joining("; ")),
                    "Use another backend, or take it from " + property + ". Backends that would do for "
                            + texts(required) + ": " + KnownBackend.capableOf(required) + ".",
                    null);
        }
    }

    private static String texts(Set<Capability> capabilities) {
        return capabilities.stream().map(RequiredCapabilities::text).collect(Collectors.joining(", "));
    }

    private static String text(Capability capability) {
        return capability.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

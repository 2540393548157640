// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.setting;

import dev.interlock.Capability;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The capabilities that an application requires of its store. Immutable. */
public final class RequiredCapabilities {

    /** The contract demands it of every backend, but users may list it. */
    private static final String FENCING = "fencing";

    private final String property;
    private final Refusal refusal;
    private final Set<Capability> required = EnumSet.noneOf(Capability.class);

    /**
     * Reads the names; a name that is no capability is refused.
     *
     * @param property the property that lists them
     * @param names such as {@code survives-restart}
     * @param refusal makes the exception for what is refused
     */
    public RequiredCapabilities(String property, Collection<String> names, Refusal refusal) {
        this.property = property;
        this.refusal = refusal;
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
                .orElseThrow(() -> refusal.of(
                        property,
                        property + " has '" + name + "', which is no capability",
                        "List " + FENCING + ", " + texts(EnumSet.allOf(Capability.class)) + ".",
                        null));
    }

    /**
     * Checks the capabilities of a store. One that lacks a capability is refused; the message says what its absence means
     * and which backends have it.
     *
     * @param backend the name of the store
     * @param declared its capabilities
     */
    public void check(String backend, Set<Capability> declared) {
        Set<Capability> missing = EnumSet.copyOf(required);
        missing.removeAll(declared);
        if (!missing.isEmpty()) {
            throw refusal.of(
                    property,
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The properties that a backend declares about itself. The kit checks them. Immutable.
 *
 * @param backend the kind of store, such as {@code redis}
 * @param declared the capabilities beyond the rules that every backend keeps
 * @param waiting how waiters find out about a release
 * @param minLease the shortest lease that the store can keep
 * @param maxLease the longest lease that the store can keep
 * @param maxTokens the maximum number of fencing tokens that one attempt may reserve, at least 1
 */
public record Capabilities(
        String backend,
        Set<Capability> declared,
        Waiting waiting,
        Duration minLease,
        Duration maxLease,
        int maxTokens) {

    /** Copies the set and checks the bounds. */
    public Capabilities {
        Objects.requireNonNull(backend, "backend");
        Objects.requireNonNull(waiting, "waiting");
        declared = Set.copyOf(declared);
        if (minLease.compareTo(maxLease) > 0) {
            throw new IllegalArgumentException("minLease must be <= maxLease but was " + minLease + " > " + maxLease);
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be >= 1 but was " + maxTokens);
        }
    }

    /**
     * Returns whether the backend declares a capability.
     *
     * @param capability the capability
     * @return true if declared
     */
    public boolean has(Capability capability) {
        return declared.contains(capability);
    }

    /**
     * Rejects a store that lacks capabilities on which the service relies. Call it once after the client has started.
     * The declared capabilities can change with the server and its settings.
     *
     * @param needed the capabilities on which the service relies
     * @return this
     * @throws IllegalStateException if one is not declared. The message says what its absence means. No lock is
     *     affected.
     */
    public Capabilities require(Capability... needed) {
        Set<Capability> lacking = EnumSet.noneOf(Capability.class);
        lacking.addAll(List.of(needed));
        lacking.removeAll(declared);
        if (!lacking.isEmpty()) {
            throw new IllegalStateException("the backend '" + backend + "', as its store is set up, does not declare "
                    + lacking + ": "
                    + lacking.stream().map(Capability::absence).collect(Collectors.joining("; "))
                    + ". Take another store or another topology, or do without");
        }
        return this;
    }

    /**
     * The capabilities that the backend does not declare.
     *
     * @return the missing capabilities, in the order of the enum
     */
    public Set<Capability> missing() {
        Set<Capability> missing = EnumSet.allOf(Capability.class);
        missing.removeAll(declared);
        return missing;
    }
}

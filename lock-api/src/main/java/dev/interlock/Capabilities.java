// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The properties that a backend declares about itself. The kit checks them. Later versions may add some. Immutable. */
public final class Capabilities {

    private final String backend;
    private final Set<Capability> declared;
    private final Waiting waiting;
    private final Duration minLease;
    private final Duration maxLease;
    private final int maxTokens;

    private Capabilities(
            String backend,
            Set<Capability> declared,
            Waiting waiting,
            Duration minLease,
            Duration maxLease,
            int maxTokens) {
        this.backend = Objects.requireNonNull(backend, "backend");
        this.declared = Set.copyOf(declared);
        this.waiting = Objects.requireNonNull(waiting, "waiting");
        this.minLease = Objects.requireNonNull(minLease, "minLease");
        this.maxLease = Objects.requireNonNull(maxLease, "maxLease");
        this.maxTokens = maxTokens;
        if (minLease.compareTo(maxLease) > 0) {
            throw new IllegalArgumentException("minLease must be <= maxLease but was " + minLease + " > " + maxLease);
        }
        if (maxTokens < 1) {
            throw new IllegalArgumentException("maxTokens must be >= 1 but was " + maxTokens);
        }
    }

    /**
     * Returns the properties of a backend that declares no capability and grants one fencing token to an attempt.
     *
     * @param backend see {@link #backend()}
     * @param waiting see {@link #waiting()}
     * @param minLease see {@link #minLease()}
     * @param maxLease see {@link #maxLease()}
     * @return new capabilities
     * @throws IllegalArgumentException if {@code minLease} is longer than {@code maxLease}
     */
    @CheckReturnValue
    public static Capabilities of(String backend, Waiting waiting, Duration minLease, Duration maxLease) {
        return new Capabilities(backend, Set.of(), waiting, minLease, maxLease, 1);
    }

    /**
     * The kind of store.
     *
     * @return such as {@code redis}
     */
    public String backend() {
        return backend;
    }

    /**
     * The capabilities beyond the rules that every backend keeps.
     *
     * @return the declared capabilities; unmodifiable
     */
    public Set<Capability> declared() {
        return declared;
    }

    /**
     * How waiters find out about a release.
     *
     * @return the kind of waiting
     */
    public Waiting waiting() {
        return waiting;
    }

    /**
     * The shortest lease that the store can keep.
     *
     * @return the minimum
     */
    public Duration minLease() {
        return minLease;
    }

    /**
     * The longest lease that the store can keep.
     *
     * @return the maximum
     */
    public Duration maxLease() {
        return maxLease;
    }

    /**
     * The maximum number of fencing tokens that one attempt may reserve.
     *
     * @return at least 1
     */
    public int maxTokens() {
        return maxTokens;
    }

    /**
     * Returns these capabilities with others declared.
     *
     * @param value see {@link #declared()}
     * @return new capabilities
     */
    @CheckReturnValue
    public Capabilities withDeclared(Set<Capability> value) {
        return new Capabilities(backend, value, waiting, minLease, maxLease, maxTokens);
    }

    /**
     * Returns these capabilities with another kind of waiting.
     *
     * @param value see {@link #waiting()}
     * @return new capabilities
     */
    @CheckReturnValue
    public Capabilities withWaiting(Waiting value) {
        return new Capabilities(backend, declared, value, minLease, maxLease, maxTokens);
    }

    /**
     * Returns these capabilities with other bounds of the lease.
     *
     * @param shortest see {@link #minLease()}
     * @param longest see {@link #maxLease()}
     * @return new capabilities
     * @throws IllegalArgumentException if {@code shortest} is longer than {@code longest}
     */
    @CheckReturnValue
    public Capabilities withLeases(Duration shortest, Duration longest) {
        return new Capabilities(backend, declared, waiting, shortest, longest, maxTokens);
    }

    /**
     * Returns these capabilities with another number of fencing tokens.
     *
     * @param value see {@link #maxTokens()}
     * @return new capabilities
     * @throws IllegalArgumentException if the number is less than 1
     */
    @CheckReturnValue
    public Capabilities withMaxTokens(int value) {
        return new Capabilities(backend, declared, waiting, minLease, maxLease, value);
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

    private List<Object> all() {
        return List.of(backend, declared, waiting, minLease, maxLease, maxTokens);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Capabilities capabilities && all().equals(capabilities.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }

    @Override
    public String toString() {
        return "Capabilities[backend=" + backend + ", declared=" + declared + ", waiting=" + waiting + ", minLease="
                + minLease + ", maxLease=" + maxLease + ", maxTokens=" + maxTokens + "]";
    }
}

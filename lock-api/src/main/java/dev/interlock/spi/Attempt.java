// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.LockName;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition as the store sees it. The engine may send the same attempt again, which must then find its own grant.
 * Later versions may add properties. Immutable.
 */
public final class Attempt {

    private final LockName name;
    private final AttemptId id;
    private final Duration lease;
    private final int tokens;
    private final @Nullable String holderHint;

    private Attempt(LockName name, AttemptId id, Duration lease, int tokens, @Nullable String holderHint) {
        this.name = Objects.requireNonNull(name, "name");
        this.id = Objects.requireNonNull(id, "id");
        this.lease = Objects.requireNonNull(lease, "lease");
        this.tokens = tokens;
        this.holderHint = holderHint;
    }

    /**
     * Returns an attempt. The engine makes one for each acquisition; tests of a backend make their own.
     *
     * @param name see {@link #name()}
     * @param id see {@link #id()}
     * @param lease see {@link #lease()}
     * @param tokens see {@link #tokens()}
     * @param holderHint see {@link #holderHint()}
     * @return a new attempt
     */
    public static Attempt of(LockName name, AttemptId id, Duration lease, int tokens, @Nullable String holderHint) {
        return new Attempt(name, id, lease, tokens, holderHint);
    }

    /**
     * The lock.
     *
     * @return its name
     */
    public LockName name() {
        return name;
    }

    /**
     * The future owner.
     *
     * @return its id
     */
    public AttemptId id() {
        return id;
    }

    /**
     * How long the store keeps a grant without a renewal.
     *
     * @return the lease, in whole milliseconds
     */
    public Duration lease() {
        return lease;
    }

    /**
     * The number of consecutive fencing tokens to reserve.
     *
     * @return 1 to {@code capabilities().maxTokens()}
     */
    public int tokens() {
        return tokens;
    }

    /**
     * A text to store for people who inspect the lock.
     *
     * @return printable ASCII, or null
     */
    public @Nullable String holderHint() {
        return holderHint;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Attempt attempt
                && id.equals(attempt.id)
                && name.equals(attempt.name)
                && lease.equals(attempt.lease)
                && tokens == attempt.tokens
                && Objects.equals(holderHint, attempt.holderHint);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "Attempt[name=" + name + ", id=" + id + ", lease=" + lease + ", tokens=" + tokens + ", holderHint="
                + holderHint + "]";
    }
}

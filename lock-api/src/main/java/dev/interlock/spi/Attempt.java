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
    private final boolean recallable;

    private Attempt(
            LockName name, AttemptId id, Duration lease, int tokens, @Nullable String holderHint, boolean recallable) {
        this.name = Objects.requireNonNull(name, "name");
        this.id = Objects.requireNonNull(id, "id");
        this.lease = Objects.requireNonNull(lease, "lease");
        this.tokens = tokens;
        this.holderHint = holderHint;
        this.recallable = recallable;
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
        return new Attempt(name, id, lease, tokens, holderHint, false);
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

    /**
     * Whether the client may retain the lock after a release, and so wants to be told when others ask for it
     * ({@link BackendContext#reportWanted}).
     *
     * @return false unless {@link #withRecall} made it so
     */
    public boolean recallable() {
        return recallable;
    }

    /**
     * Returns this attempt as one of a client that wants to be told when others ask for the lock.
     *
     * @return the same attempt, recallable
     */
    public Attempt withRecall() {
        return new Attempt(name, id, lease, tokens, holderHint, true);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Attempt attempt
                && id.equals(attempt.id)
                && name.equals(attempt.name)
                && lease.equals(attempt.lease)
                && tokens == attempt.tokens
                && recallable == attempt.recallable
                && Objects.equals(holderHint, attempt.holderHint);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "Attempt[name=" + name + ", id=" + id + ", lease=" + lease + ", tokens=" + tokens + ", holderHint="
                + holderHint + ", recallable=" + recallable + "]";
    }
}

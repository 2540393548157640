// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a caller asks of one acquisition. A component that is null is taken from the client's defaults for the lock's
 * name, then from its defaults for all locks (see {@link ClientOptions}), then from {@link #STANDARD}. Immutable.
 *
 * @param maxWait how long to wait while another holder has the lock, from the call on; zero means one try;
 *     {@link #UNLIMITED} means for ever; null inherits
 * @param lease how long the store keeps the lock without renewal: the time after which a crashed holder no longer
 *     blocks others, 10 ms to 365 days, cut down to whole milliseconds; beyond the longest that the store can keep
 *     ({@link Capabilities#maxLease()}) it is cut down to that with {@link Renewal#AUTO}, and refused with
 *     {@link Renewal#NONE}; null inherits
 * @param renewal who keeps the lease alive; null inherits
 * @param maxHold the longest time to hold the lock, renewals included, counted from when the granting request was sent,
 *     10 ms to 365 days; when it ends the handle is {@link HandleState#LOST} and the lock is given back;
 *     {@link #UNLIMITED} means no cap; null inherits
 * @param retry the pace of attempts when the store gives no signal; null inherits
 * @param lockDelay how long the name stays closed after a hold that was lost rather than released, so that its late
 *     effects die out before the next holder begins: zero (none) to 365 days, cut down to whole milliseconds. It counts
 *     from the loss, at least, by the clock of the store (where this client gives back what it lost, by its own). The
 *     store keeps lease and delay together, and this client relies on the lease alone, so both must be within
 *     {@link Capabilities#maxLease()}; refused on a store that does not declare {@link Capability#KEEPS_LOCK_DELAY}.
 *     A release frees at once, and so does the withdrawal of a grant that nobody held. It narrows what a paused holder
 *     can spoil, and is no substitute for a fencing token; each crash of a holder costs the delay; null inherits
 * @param adaptiveLease bounds within which the lease follows how long this client's holds of the name took, so that
 *     others get in soon after a crash of short work, and long work is renewed seldom: most holds end before their first
 *     renewal. A granted lease is never shortened. Until enough holds were measured, {@code lease} counts within these
 *     bounds; with {@link Renewal#NONE} it counts alone, since there it is a limit of the work. Null inherits, except
 *     from where a {@code lease} is less far away: an explicit lease wins
 */
public record AcquireOptions(
        @Nullable Duration maxWait,
        @Nullable Duration lease,
        @Nullable Renewal renewal,
        @Nullable Duration maxHold,
        @Nullable RetryPolicy retry,
        @Nullable Duration lockDelay,
        @Nullable LeaseRange adaptiveLease) {

    /** No limit: to be asked for by name, since a wait that never ends is rarely what a service wants. */
    public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    /** The shortest lease and {@code maxHold}. */
    public static final Duration MIN_LEASE = Duration.ofMillis(10);

    /** The longest lease and {@code maxHold}, and the longest limited wait. */
    public static final Duration MAX_LEASE = Duration.ofDays(365);

    /**
     * The values used where neither the call nor the client says otherwise: one try, 30 s lease, renewed, no cap, no
     * lock-delay.
     */
    public static final AcquireOptions STANDARD = new AcquireOptions(
            Duration.ZERO, Duration.ofSeconds(30), Renewal.AUTO, UNLIMITED, RetryPolicy.STANDARD, Duration.ZERO, null);

    private static final AcquireOptions INHERITED = new AcquireOptions(null, null, null, null, null, null, null);

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if a value is outside the bounds stated at the parameters
     */
    public AcquireOptions {
        if (maxWait != null && !maxWait.equals(UNLIMITED)) {
            requireBetween("maxWait", maxWait, Duration.ZERO);
        }
        if (lease != null) {
            lease = leaseOf("lease", lease);
        }
        if (maxHold != null && !maxHold.equals(UNLIMITED)) {
            requireBetween("maxHold", maxHold, MIN_LEASE);
        }
        if (lockDelay != null) {
            requireBetween("lockDelay", lockDelay, Duration.ZERO);
            lockDelay = Duration.ofMillis(lockDelay.toMillis());
        }
    }

    static Duration leaseOf(String argument, Duration value) {
        requireBetween(argument, value, MIN_LEASE);
        return Duration.ofMillis(value.toMillis());
    }

    private static void requireBetween(String argument, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(MAX_LEASE) > 0) {
            throw new IllegalArgumentException(argument + " must be >= " + least.toMillis() + " ms and <= "
                    + MAX_LEASE.toDays() + " days but was " + value);
        }
    }

    /**
     * Options that inherit everything.
     *
     * @return the options that say nothing
     */
    public static AcquireOptions inherited() {
        return INHERITED;
    }

    /**
     * Options that say how long to wait and inherit the rest.
     *
     * @param maxWait see {@link #maxWait()}
     * @return new options
     */
    public static AcquireOptions waitAtMost(Duration maxWait) {
        return INHERITED.withMaxWait(maxWait);
    }

    /**
     * These options with another wait limit.
     *
     * @param value see {@link #maxWait()}
     * @return new options
     */
    public AcquireOptions withMaxWait(Duration value) {
        return new AcquireOptions(
                Objects.requireNonNull(value, "maxWait"), lease, renewal, maxHold, retry, lockDelay, adaptiveLease);
    }

    /**
     * These options with another lease.
     *
     * @param value see {@link #lease()}
     * @return new options
     */
    public AcquireOptions withLease(Duration value) {
        return new AcquireOptions(
                maxWait, Objects.requireNonNull(value, "lease"), renewal, maxHold, retry, lockDelay, adaptiveLease);
    }

    /**
     * These options with another renewal.
     *
     * @param value see {@link #renewal()}
     * @return new options
     */
    public AcquireOptions withRenewal(Renewal value) {
        return new AcquireOptions(
                maxWait, lease, Objects.requireNonNull(value, "renewal"), maxHold, retry, lockDelay, adaptiveLease);
    }

    /**
     * These options with another cap on the hold.
     *
     * @param value see {@link #maxHold()}
     * @return new options
     */
    public AcquireOptions withMaxHold(Duration value) {
        return new AcquireOptions(
                maxWait, lease, renewal, Objects.requireNonNull(value, "maxHold"), retry, lockDelay, adaptiveLease);
    }

    /**
     * These options with another retry policy.
     *
     * @param value see {@link #retry()}
     * @return new options
     */
    public AcquireOptions withRetry(RetryPolicy value) {
        return new AcquireOptions(
                maxWait, lease, renewal, maxHold, Objects.requireNonNull(value, "retry"), lockDelay, adaptiveLease);
    }

    /**
     * These options with another lock-delay.
     *
     * @param value see {@link #lockDelay()}
     * @return new options
     */
    public AcquireOptions withLockDelay(Duration value) {
        return new AcquireOptions(
                maxWait, lease, renewal, maxHold, retry, Objects.requireNonNull(value, "lockDelay"), adaptiveLease);
    }

    /**
     * These options with a lease that follows how long holds take.
     *
     * @param shortest see {@link LeaseRange#shortest()}
     * @param longest see {@link LeaseRange#longest()}
     * @return new options
     * @throws IllegalArgumentException if these are no bounds of leases
     */
    public AcquireOptions withAdaptiveLease(Duration shortest, Duration longest) {
        return new AcquireOptions(
                maxWait, lease, renewal, maxHold, retry, lockDelay, new LeaseRange(shortest, longest));
    }

    private boolean isComplete() {
        return maxWait != null
                && lease != null
                && renewal != null
                && maxHold != null
                && retry != null
                && lockDelay != null;
    }

    /**
     * These options, with what they leave open taken from others.
     *
     * @param base where null components come from
     * @return these options if they leave nothing open, else new ones; complete if {@code base} is
     */
    public AcquireOptions over(AcquireOptions base) {
        if (isComplete()) {
            return this;
        }
        return new AcquireOptions(
                maxWait != null ? maxWait : base.maxWait,
                lease != null ? lease : base.lease,
                renewal != null ? renewal : base.renewal,
                maxHold != null ? maxHold : base.maxHold,
                retry != null ? retry : base.retry,
                lockDelay != null ? lockDelay : base.lockDelay,
                adaptiveLease != null || lease != null ? adaptiveLease : base.adaptiveLease);
    }
}

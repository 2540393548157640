// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of one acquisition. A null component inherits: first from the client's defaults for the lock's name, then
 * from its defaults for all locks (see {@link ClientOptions}), then from {@link #STANDARD}. Immutable.
 *
 * @param maxWait the longest wait while another holder has the lock, counted from the call. Zero means one attempt,
 *     {@link #UNLIMITED} means no limit; null inherits.
 * @param lease how long the store keeps the lock without a renewal, which is how long a crashed holder blocks others:
 *     10 ms to 365 days, truncated to whole milliseconds. A lease beyond the store's maximum
 *     ({@link Capabilities#maxLease()}) is reduced to it with {@link Renewal#AUTO} and refused with
 *     {@link Renewal#NONE}; null inherits.
 * @param renewal whether the client renews the lease; null inherits
 * @param maxHold the longest hold, renewals included, counted from when the granting request was sent: 10 ms to 365
 *     days. At its end the handle becomes {@link HandleState#LOST} and the client releases the lock. {@link #UNLIMITED}
 *     means no cap; null inherits.
 * @param retry the pace of attempts when the store sends no wake-ups; null inherits
 * @param lockDelay how long the name stays closed after a hold was lost, so that late writes of the lost holder end
 *     before the next hold begins: zero (none) to 365 days, truncated to whole milliseconds. The delay runs from the
 *     loss or later, by the store's clock; if this client releases the lost lock itself, by this client's clock. The
 *     store keeps the lock for lease plus delay, which must be within {@link Capabilities#maxLease()}. This client
 *     relies on the lease alone. A release frees the name at once, and so does the compensation of a grant that was
 *     never held. Each crash of a holder costs the delay. It limits the damage of a paused holder and does not replace
 *     a fencing token. Refused on a store that does not declare {@link Capability#KEEPS_LOCK_DELAY}; null inherits.
 * @param adaptiveLease the bounds of an adaptive lease, which follows the duration of this client's holds of the name.
 *     Short work then gets a short lease, so that others wait less after a crash. Long work gets a long lease, so that
 *     most holds end before their first renewal. A granted lease is never shortened. Until enough holds are measured,
 *     {@code lease} applies within these bounds. With {@link Renewal#NONE}, {@code lease} always applies, because it
 *     then limits the work. Null inherits, unless {@code lease} is set here: an explicit lease overrides inherited
 *     bounds.
 */
public record AcquireOptions(
        @Nullable Duration maxWait,
        @Nullable Duration lease,
        @Nullable Renewal renewal,
        @Nullable Duration maxHold,
        @Nullable RetryPolicy retry,
        @Nullable Duration lockDelay,
        @Nullable LeaseRange adaptiveLease) {

    /** No limit. A caller must request it explicitly, because a service rarely wants a wait without an end. */
    public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    /** The minimum of the lease and of {@code maxHold}. */
    public static final Duration MIN_LEASE = Duration.ofMillis(10);

    /** The maximum of the lease, of {@code maxHold} and of a limited wait. */
    public static final Duration MAX_LEASE = Duration.ofDays(365);

    /** The defaults of the library: one attempt, 30 s lease, automatic renewal, no cap on the hold, no lock delay. */
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
     * Returns options that inherit everything.
     *
     * @return options with all components null
     */
    public static AcquireOptions inherited() {
        return INHERITED;
    }

    /**
     * Returns options with a wait limit that inherit the rest.
     *
     * @param maxWait see {@link #maxWait()}
     * @return new options
     */
    public static AcquireOptions waitAtMost(Duration maxWait) {
        return INHERITED.withMaxWait(maxWait);
    }

    /**
     * Returns these options with another wait limit.
     *
     * @param value see {@link #maxWait()}
     * @return new options
     */
    public AcquireOptions withMaxWait(Duration value) {
        return new AcquireOptions(
                Objects.requireNonNull(value, "maxWait"), lease, renewal, maxHold, retry, lockDelay, adaptiveLease);
    }

    /**
     * Returns these options with another lease.
     *
     * @param value see {@link #lease()}
     * @return new options
     */
    public AcquireOptions withLease(Duration value) {
        return new AcquireOptions(
                maxWait, Objects.requireNonNull(value, "lease"), renewal, maxHold, retry, lockDelay, adaptiveLease);
    }

    /**
     * Returns these options with another renewal.
     *
     * @param value see {@link #renewal()}
     * @return new options
     */
    public AcquireOptions withRenewal(Renewal value) {
        return new AcquireOptions(
                maxWait, lease, Objects.requireNonNull(value, "renewal"), maxHold, retry, lockDelay, adaptiveLease);
    }

    /**
     * Returns these options with another cap on the hold.
     *
     * @param value see {@link #maxHold()}
     * @return new options
     */
    public AcquireOptions withMaxHold(Duration value) {
        return new AcquireOptions(
                maxWait, lease, renewal, Objects.requireNonNull(value, "maxHold"), retry, lockDelay, adaptiveLease);
    }

    /**
     * Returns these options with another retry policy.
     *
     * @param value see {@link #retry()}
     * @return new options
     */
    public AcquireOptions withRetry(RetryPolicy value) {
        return new AcquireOptions(
                maxWait, lease, renewal, maxHold, Objects.requireNonNull(value, "retry"), lockDelay, adaptiveLease);
    }

    /**
     * Returns these options with another lock delay.
     *
     * @param value see {@link #lockDelay()}
     * @return new options
     */
    public AcquireOptions withLockDelay(Duration value) {
        return new AcquireOptions(
                maxWait, lease, renewal, maxHold, retry, Objects.requireNonNull(value, "lockDelay"), adaptiveLease);
    }

    /**
     * Returns these options with an adaptive lease.
     *
     * @param shortest see {@link LeaseRange#shortest()}
     * @param longest see {@link LeaseRange#longest()}
     * @return new options
     * @throws IllegalArgumentException if the two are not valid bounds of a lease
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
     * Fills the null components of these options from others.
     *
     * @param base provides the values of null components
     * @return these options if no component is null, else new ones; complete if {@code base} is complete
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of one acquisition: what the call sets, and no more. Start from {@link #waitAtMost} or {@link #inherited}.
 * Later versions may add options. Immutable.
 *
 * <pre>{@code
 * // Waits at most 5 s.
 * lock.runWithLock(AcquireOptions.waitAtMost(Duration.ofSeconds(5)), handle -> report.send());
 * // One attempt. If it succeeds, the lock ends after 2 min: nothing renews it.
 * Optional<LockHandle> granted = lock.tryAcquire(AcquireOptions.waitAtMost(Duration.ZERO)
 *         .withLease(Duration.ofMinutes(2))
 *         .withRenewal(Renewal.NONE));
 * // A leader: waits for its turn without a limit, and leads for at most 1 h.
 * LockHandle leader = lock.acquire(
 *         AcquireOptions.waitAtMost(AcquireOptions.UNLIMITED).withMaxHold(Duration.ofHours(1)));
 * }</pre>
 *
 * <p>An option that is not set is null and inherits: first from the client's defaults for the lock's name, then from its
 * defaults for all locks (see {@link ClientOptions}), then from the defaults of the library. These are a wait of 10 s, a
 * lease of 30 s, automatic renewal, no cap on the hold, {@link RetryPolicy#STANDARD}, no lock delay, no adaptive lease
 * and no retention. No options hold all of them, because such options would override the client's defaults.
 */
@CheckReturnValue
public final class AcquireOptions {

    /** No limit. A caller must request it explicitly, because a service rarely wants a wait without an end. */
    public static final Duration UNLIMITED = Duration.ofSeconds(Long.MAX_VALUE, 999_999_999);

    /** The minimum of the lease and of {@code maxHold}. */
    public static final Duration MIN_LEASE = Duration.ofMillis(10);

    /** The maximum of the lease, of {@code maxHold} and of a limited wait. */
    public static final Duration MAX_LEASE = Duration.ofDays(365);

    private static final AcquireOptions INHERITED = new AcquireOptions(null, null, null, null, null, null, null, null);

    private final @Nullable Duration maxWait;
    private final @Nullable Duration lease;
    private final @Nullable Renewal renewal;
    private final @Nullable Duration maxHold;
    private final @Nullable RetryPolicy retry;
    private final @Nullable Duration lockDelay;
    private final @Nullable LeaseRange adaptiveLease;
    private final @Nullable Duration retention;

    private AcquireOptions(
            @Nullable Duration maxWait,
            @Nullable Duration lease,
            @Nullable Renewal renewal,
            @Nullable Duration maxHold,
            @Nullable RetryPolicy retry,
            @Nullable Duration lockDelay,
            @Nullable LeaseRange adaptiveLease,
            @Nullable Duration retention) {
        this.maxWait = maxWait;
        this.lease = lease;
        this.renewal = renewal;
        this.maxHold = maxHold;
        this.retry = retry;
        this.lockDelay = lockDelay;
        this.adaptiveLease = adaptiveLease;
        this.retention = retention;
    }

    /**
     * Returns options that inherit everything.
     *
     * @return options that set nothing
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
     * The longest wait while another holder has the lock, counted from the call. Zero means one attempt,
     * {@link #UNLIMITED} means no limit. {@link DistributedLock#tryAcquire()} makes one attempt anyway.
     *
     * @return zero to 365 days or {@link #UNLIMITED}; null inherits
     */
    public @Nullable Duration maxWait() {
        return maxWait;
    }

    /**
     * How long the store keeps the lock without a renewal, which is how long a crashed holder blocks others. A lease
     * beyond the store's maximum ({@link Capabilities#maxLease()}) is reduced to it with {@link Renewal#AUTO} and refused
     * with {@link Renewal#NONE}.
     *
     * @return 10 ms to 365 days, in whole milliseconds; null inherits
     */
    public @Nullable Duration lease() {
        return lease;
    }

    /**
     * Whether the client renews the lease.
     *
     * @return the renewal; null inherits
     */
    public @Nullable Renewal renewal() {
        return renewal;
    }

    /**
     * The longest hold, renewals included, counted from when the granting request was sent. At its end the handle becomes
     * {@link HandleState#LOST} ({@link LossCause#MAX_HOLD}) and the client releases the lock. The work is not stopped:
     * it can learn of the loss by {@link LockHold#interruptOnLoss} or {@link LockHold#onLost}. {@link #UNLIMITED} means
     * no cap.
     *
     * @return 10 ms to 365 days or {@link #UNLIMITED}; null inherits
     */
    public @Nullable Duration maxHold() {
        return maxHold;
    }

    /**
     * The pace of attempts when the store sends no wake-ups.
     *
     * @return the policy; null inherits
     */
    public @Nullable RetryPolicy retry() {
        return retry;
    }

    /**
     * How long the name stays closed after a hold was lost, so that late writes of the lost holder end before the next
     * hold begins. The delay runs from the loss or later, by the store's clock; if this client releases the lost lock
     * itself, by this client's clock. The store keeps the lock for lease plus delay, which must be within
     * {@link Capabilities#maxLease()}. This client relies on the lease alone. A release frees the name at once, and so
     * does the compensation of a grant that was never held. Each crash of a holder costs the delay. It limits the damage
     * of a paused holder and does not replace a fencing token. Refused on a store that does not declare
     * {@link Capability#KEEPS_LOCK_DELAY}.
     *
     * @return zero (none) to 365 days, in whole milliseconds; null inherits
     */
    public @Nullable Duration lockDelay() {
        return lockDelay;
    }

    /**
     * The bounds of an adaptive lease, which follows the duration of this client's holds of the name. Short work then
     * gets a short lease, so that others wait less after a crash. Long work gets a long lease, so that most holds end
     * before their first renewal. A granted lease is never shortened. Until enough holds are measured, {@link #lease}
     * applies within these bounds. With {@link Renewal#NONE}, {@link #lease} always applies, because it then limits the
     * work.
     *
     * @return the bounds; null inherits, unless {@link #lease} is set here: an explicit lease overrides inherited bounds
     */
    public @Nullable LeaseRange adaptiveLease() {
        return adaptiveLease;
    }

    /**
     * How long the client may retain the lock after a release. While it retains a lock, its next acquisition of the same
     * name gets the lock at once: with the next fencing token, without a request to the store. The client lets a retained
     * lock go as soon as a caller of another client asks for it, at the end of this time, when the lease has to be renewed,
     * and when it closes. A crash while a lock is retained blocks others as a crash of its holder does, for the rest of the
     * lease. A call with another lease or lock delay than the one before, and one with {@link Renewal#NONE}, gets the lock
     * from the store. Sets of locks ({@link LockClient#lockAll}) are not retained. Refused on a store that does not declare
     * {@link Capability#RECALLS}.
     *
     * @return zero (none) to 365 days, in whole milliseconds; null inherits
     */
    public @Nullable Duration retention() {
        return retention;
    }

    /**
     * Returns these options with another wait limit.
     *
     * @param value see {@link #maxWait()}
     * @return new options
     * @throws IllegalArgumentException if the limit is out of bounds
     */
    public AcquireOptions withMaxWait(Duration value) {
        Objects.requireNonNull(value, "maxWait");
        if (!value.equals(UNLIMITED)) {
            requireBetween("maxWait", value, Duration.ZERO);
        }
        return new AcquireOptions(value, lease, renewal, maxHold, retry, lockDelay, adaptiveLease, retention);
    }

    /**
     * Returns these options with another lease.
     *
     * @param value see {@link #lease()}; truncated to whole milliseconds
     * @return new options
     * @throws IllegalArgumentException if the lease is out of bounds
     */
    public AcquireOptions withLease(Duration value) {
        Duration checked = leaseOf("lease", Objects.requireNonNull(value, "lease"));
        return new AcquireOptions(maxWait, checked, renewal, maxHold, retry, lockDelay, adaptiveLease, retention);
    }

    /**
     * Returns these options with another renewal.
     *
     * @param value see {@link #renewal()}
     * @return new options
     */
    public AcquireOptions withRenewal(Renewal value) {
        Objects.requireNonNull(value, "renewal");
        return new AcquireOptions(maxWait, lease, value, maxHold, retry, lockDelay, adaptiveLease, retention);
    }

    /**
     * Returns these options with another cap on the hold.
     *
     * @param value see {@link #maxHold()}
     * @return new options
     * @throws IllegalArgumentException if the cap is out of bounds
     */
    public AcquireOptions withMaxHold(Duration value) {
        Objects.requireNonNull(value, "maxHold");
        if (!value.equals(UNLIMITED)) {
            requireBetween("maxHold", value, MIN_LEASE);
        }
        return new AcquireOptions(maxWait, lease, renewal, value, retry, lockDelay, adaptiveLease, retention);
    }

    /**
     * Returns these options with another retry policy.
     *
     * @param value see {@link #retry()}
     * @return new options
     */
    public AcquireOptions withRetry(RetryPolicy value) {
        Objects.requireNonNull(value, "retry");
        return new AcquireOptions(maxWait, lease, renewal, maxHold, value, lockDelay, adaptiveLease, retention);
    }

    /**
     * Returns these options with another lock delay.
     *
     * @param value see {@link #lockDelay()}; truncated to whole milliseconds
     * @return new options
     * @throws IllegalArgumentException if the delay is out of bounds
     */
    public AcquireOptions withLockDelay(Duration value) {
        requireBetween("lockDelay", Objects.requireNonNull(value, "lockDelay"), Duration.ZERO);
        Duration whole = Duration.ofMillis(value.toMillis());
        return new AcquireOptions(maxWait, lease, renewal, maxHold, retry, whole, adaptiveLease, retention);
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
        LeaseRange range = new LeaseRange(shortest, longest);
        return new AcquireOptions(maxWait, lease, renewal, maxHold, retry, lockDelay, range, retention);
    }

    /**
     * Returns these options with another retention.
     *
     * @param value see {@link #retention()}; truncated to whole milliseconds
     * @return new options
     * @throws IllegalArgumentException if the retention is out of bounds
     */
    public AcquireOptions withRetention(Duration value) {
        requireBetween("retention", Objects.requireNonNull(value, "retention"), Duration.ZERO);
        Duration whole = Duration.ofMillis(value.toMillis());
        return new AcquireOptions(maxWait, lease, renewal, maxHold, retry, lockDelay, adaptiveLease, whole);
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

    private List<@Nullable Object> all() {
        return Arrays.asList(maxWait, lease, renewal, maxHold, retry, lockDelay, adaptiveLease, retention);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof AcquireOptions options && all().equals(options.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }

    /** Shows all options; null means inherited. */
    @Override
    public String toString() {
        return "AcquireOptions[maxWait=" + maxWait + ", lease=" + lease + ", renewal=" + renewal + ", maxHold="
                + maxHold + ", retry=" + retry + ", lockDelay=" + lockDelay + ", adaptiveLease=" + adaptiveLease
                + ", retention=" + retention + "]";
    }
}

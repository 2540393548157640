// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of one candidate. Start from {@link #STANDARD}. Later versions may add options. Immutable.
 *
 * <pre>{@code
 * // A leader that vanishes is replaced within 10 s and one hand-over.
 * ElectionOptions options = ElectionOptions.STANDARD.withLock(
 *         AcquireOptions.inherited().withLease(Duration.ofSeconds(10)));
 * // A deputy: other candidates get 5 s to stand first, and it hands the office on after an hour.
 * ElectionOptions deputy = options.withDelay(Duration.ofSeconds(5)).withMaxTerm(Duration.ofHours(1));
 * }</pre>
 */
@CheckReturnValue
public final class ElectionOptions {

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /**
     * The lock as the client's defaults say, a margin of a sixth of the lease, no delay, no limit of a term, and pauses
     * of 1 s to 30 s.
     */
    public static final ElectionOptions STANDARD = new ElectionOptions(
            AcquireOptions.inherited(),
            null,
            Duration.ZERO,
            AcquireOptions.UNLIMITED,
            Duration.ofSeconds(1),
            Duration.ofSeconds(30));

    private final AcquireOptions lock;
    private final @Nullable Duration margin;
    private final Duration delay;
    private final Duration maxTerm;
    private final Duration shortestPause;
    private final Duration longestPause;

    private ElectionOptions(
            AcquireOptions lock,
            @Nullable Duration margin,
            Duration delay,
            Duration maxTerm,
            Duration shortestPause,
            Duration longestPause) {
        this.lock = lock;
        this.margin = margin;
        this.delay = delay;
        this.maxTerm = maxTerm;
        this.shortestPause = shortestPause;
        this.longestPause = longestPause;
    }

    /**
     * The options of the lock, such as its lease. A candidate always waits without a limit, and its lock is never retained,
     * whatever these options say of it.
     *
     * @return the options
     */
    public AcquireOptions lock() {
        return lock;
    }

    /**
     * How long before the end of its lease a term is told to end, by the client's monotonic clock: the time that the task
     * has to end before another leader can begin. At most a third of the lease that is left when the term begins is used,
     * because a term whose renewals succeed must not come near it.
     *
     * @return 1 ms to 365 days; null is a sixth of the lease that is left when the term begins
     */
    public @Nullable Duration margin() {
        return margin;
    }

    /**
     * How long the candidate waits each time before it stands, in addition to its pause. Candidates without a delay that
     * stand meanwhile are ahead of it. Once it stands, it waits for the lock like any other candidate.
     *
     * @return zero (none) to 365 days
     */
    public Duration delay() {
        return delay;
    }

    /**
     * The longest term, counted from its begin. Then the candidate abdicates. Together with a {@link #delay} this returns
     * the office to a preferred candidate that waits.
     *
     * @return 10 ms to 365 days or {@link AcquireOptions#UNLIMITED}
     */
    public Duration maxTerm() {
        return maxTerm;
    }

    /**
     * The pause of the candidate after a term, before it stands again. After each failure in a row, of its task or of the
     * store, the pause doubles up to {@link #longestPause}, with jitter: it is random between half and the whole. A task that
     * led for the longest pause before it failed starts from the shortest one.
     *
     * @return 1 ms or more, and at most the longest pause
     */
    public Duration shortestPause() {
        return shortestPause;
    }

    /**
     * The bound of the pauses: see {@link #shortestPause}.
     *
     * @return up to 1 hour
     */
    public Duration longestPause() {
        return longestPause;
    }

    /**
     * Returns these options with other options of the lock.
     *
     * @param value see {@link #lock()}
     * @return new options
     */
    public ElectionOptions withLock(AcquireOptions value) {
        Objects.requireNonNull(value, "lock");
        return new ElectionOptions(value, margin, delay, maxTerm, shortestPause, longestPause);
    }

    /**
     * Returns these options with another margin.
     *
     * @param value see {@link #margin()}
     * @return new options
     * @throws IllegalArgumentException if the margin is out of bounds
     */
    public ElectionOptions withMargin(Duration value) {
        requireBetween("margin", value, SHORTEST, AcquireOptions.MAX_LEASE);
        return new ElectionOptions(lock, value, delay, maxTerm, shortestPause, longestPause);
    }

    /**
     * Returns these options with another delay.
     *
     * @param value see {@link #delay()}
     * @return new options
     * @throws IllegalArgumentException if the delay is out of bounds
     */
    public ElectionOptions withDelay(Duration value) {
        requireBetween("delay", value, Duration.ZERO, AcquireOptions.MAX_LEASE);
        return new ElectionOptions(lock, margin, value, maxTerm, shortestPause, longestPause);
    }

    /**
     * Returns these options with another limit of a term.
     *
     * @param value see {@link #maxTerm()}
     * @return new options
     * @throws IllegalArgumentException if the limit is out of bounds
     */
    public ElectionOptions withMaxTerm(Duration value) {
        if (!AcquireOptions.UNLIMITED.equals(value)) {
            requireBetween("maxTerm", value, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE);
        }
        return new ElectionOptions(lock, margin, delay, value, shortestPause, longestPause);
    }

    /**
     * Returns these options with other pauses.
     *
     * @param shortest see {@link #shortestPause()}
     * @param longest see {@link #longestPause()}
     * @return new options
     * @throws IllegalArgumentException if a pause is out of bounds
     */
    public ElectionOptions withPauses(Duration shortest, Duration longest) {
        requireBetween("longestPause", longest, SHORTEST, Duration.ofHours(1));
        requireBetween("shortestPause", shortest, SHORTEST, longest);
        return new ElectionOptions(lock, margin, delay, maxTerm, shortest, longest);
    }

    private static void requireBetween(String argument, Duration value, Duration least, Duration most) {
        Objects.requireNonNull(value, argument);
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    argument + " must be >= " + least + " and <= " + most + " but was " + value);
        }
    }

    private List<@Nullable Object> all() {
        return Arrays.asList(lock, margin, delay, maxTerm, shortestPause, longestPause);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ElectionOptions options && all().equals(options.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }

    /** Shows all options; null means the default. */
    @Override
    public String toString() {
        return "ElectionOptions[lock=" + lock + ", margin=" + margin + ", delay=" + delay + ", maxTerm=" + maxTerm
                + ", shortestPause=" + shortestPause + ", longestPause=" + longestPause + "]";
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of a client that do not depend on the store. Immutable.
 *
 * <p>Each component of {@link AcquireOptions} is resolved separately for an acquisition. The first of these that sets
 * the component applies:
 *
 * <ol>
 *   <li>the options of the call
 *   <li>the entry in {@code namedDefaults} with the most exact pattern for the lock's name, and no other entry
 *   <li>{@code defaults}
 *   <li>{@link AcquireOptions#STANDARD}
 * </ol>
 *
 * @param defaults the defaults of acquisitions
 * @param namedDefaults the defaults of acquisitions for locks with certain names. They take precedence over
 *     {@code defaults}.
 * @param holderHint a text that is stored with every lock this client holds and that {@link LockClient#inspect} shows,
 *     such as {@code host:pid}: at most {@value #MAX_HINT} printable ASCII characters. Every user that can read the store
 *     can read it. Null stores none.
 * @param listeners receive every event from the start of the client
 * @param clock the source of time and timers; null means the system's
 * @param renewalThreads the maximum number of threads that renew, {@value #MIN_RENEWAL_THREADS} to
 *     {@value #MAX_RENEWAL_THREADS}, created on demand. Half of them serve only holds whose last renewal succeeded, so
 *     that renewals that hang in the store cannot occupy them. At close, up to the same number of other threads release
 *     the held locks.
 * @param closeTimeout how long {@link LockClient#close} may take: 100 ms to 1 hour from the call, by this machine's
 *     clock. After that, locks whose release the store has not confirmed stay taken until their leases end. A backend
 *     that is still closing continues in the background one second later.
 * @param closeGrace the part of {@code closeTimeout} in which holders can release their locks themselves. The client
 *     renews held locks meanwhile and acquires no new ones. Locks that are still held after that are lost
 *     ({@link LossCause#CLIENT_CLOSED}). The default is zero, which ends all holds at once.
 * @param handOff the limits of hand-off among the waiters of this client
 */
public record ClientOptions(
        AcquireOptions defaults,
        Map<NamePattern, AcquireOptions> namedDefaults,
        @Nullable String holderHint,
        List<LockListener> listeners,
        @Nullable LockClock clock,
        int renewalThreads,
        Duration closeTimeout,
        Duration closeGrace,
        HandOff handOff) {

    /** The maximum length of the holder hint, in characters. */
    public static final int MAX_HINT = 100;

    /** The minimum number of renewal threads: one for renewals that hang, and one for the others. */
    public static final int MIN_RENEWAL_THREADS = 2;

    /** The maximum number of renewal threads. */
    public static final int MAX_RENEWAL_THREADS = 1_000;

    /** The minimum of the close timeout. */
    public static final Duration MIN_CLOSE_TIMEOUT = Duration.ofMillis(100);

    /** The maximum of the close timeout. */
    public static final Duration MAX_CLOSE_TIMEOUT = Duration.ofHours(1);

    /**
     * The defaults of the library: no hint, no listeners, the system's clock, 32 renewal threads, 10 s to close, no
     * grace, and the standard hand-off.
     */
    public static final ClientOptions STANDARD = new ClientOptions(
            AcquireOptions.inherited(),
            Map.of(),
            null,
            List.of(),
            null,
            32,
            Duration.ofSeconds(10),
            Duration.ZERO,
            HandOff.STANDARD);

    /**
     * Checks the hint and the bounds.
     *
     * @throws IllegalArgumentException if the hint is empty, too long or not printable ASCII, or if a value is outside
     *     the bounds stated at the parameters
     */
    public ClientOptions {
        Objects.requireNonNull(defaults, "defaults");
        namedDefaults = Map.copyOf(namedDefaults);
        listeners = List.copyOf(listeners);
        if (holderHint != null && !isPrintable(holderHint)) {
            throw new IllegalArgumentException("holderHint must have 1 to " + MAX_HINT
                    + " printable ASCII characters but was '" + holderHint.replaceAll("[^ -~]", "?") + "'");
        }
        Objects.requireNonNull(closeTimeout, "closeTimeout");
        Objects.requireNonNull(closeGrace, "closeGrace");
        Objects.requireNonNull(handOff, "handOff");
        if (renewalThreads < MIN_RENEWAL_THREADS || renewalThreads > MAX_RENEWAL_THREADS) {
            throw new IllegalArgumentException("renewalThreads must be >= " + MIN_RENEWAL_THREADS + " and <= "
                    + MAX_RENEWAL_THREADS + " but was " + renewalThreads);
        }
        if (closeTimeout.compareTo(MIN_CLOSE_TIMEOUT) < 0 || closeTimeout.compareTo(MAX_CLOSE_TIMEOUT) > 0) {
            throw new IllegalArgumentException("closeTimeout must be >= " + MIN_CLOSE_TIMEOUT.toMillis() + " ms and <= "
                    + MAX_CLOSE_TIMEOUT.toHours() + " h but was " + closeTimeout);
        }
        if (closeGrace.isNegative() || closeGrace.compareTo(closeTimeout) >= 0) {
            throw new IllegalArgumentException("closeGrace must be >= 0 and < closeTimeout (" + closeTimeout.toMillis()
                    + " ms) but was " + closeGrace);
        }
    }

    /**
     * Returns the defaults of acquisitions for one lock.
     *
     * @param lockName the lock
     * @return the entry in {@code namedDefaults} with the most exact matching pattern, over {@code defaults};
     *     components may be null
     */
    public AcquireOptions defaultsFor(String lockName) {
        if (namedDefaults.isEmpty()) {
            return defaults;
        }
        return NamePattern.mostExact(namedDefaults.keySet(), lockName)
                .map(pattern -> namedDefaults
                        .getOrDefault(pattern, AcquireOptions.inherited())
                        .over(defaults))
                .orElse(defaults);
    }

    private static boolean isPrintable(String hint) {
        return !hint.isEmpty() && hint.length() <= MAX_HINT && hint.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    /**
     * Returns these options with other defaults of acquisitions.
     *
     * @param value see {@link #defaults()}
     * @return new options
     */
    public ClientOptions withDefaults(AcquireOptions value) {
        return new ClientOptions(
                value, namedDefaults, holderHint, listeners, clock, renewalThreads, closeTimeout, closeGrace, handOff);
    }

    /**
     * Returns these options with defaults for one lock or for a family of locks. They replace the defaults of an equal
     * pattern.
     *
     * @param pattern the name of a lock, or a name prefix followed by {@code *}: see {@link NamePattern}
     * @param value the overrides. Null components come from {@link #defaults()}.
     * @return new options
     * @throws IllegalArgumentException if no lock can have such a name
     */
    public ClientOptions withDefaults(String pattern, AcquireOptions value) {
        Map<NamePattern, AcquireOptions> more = new HashMap<>(namedDefaults);
        more.put(new NamePattern(pattern), value);
        return new ClientOptions(
                defaults, more, holderHint, listeners, clock, renewalThreads, closeTimeout, closeGrace, handOff);
    }

    /**
     * Returns these options with a holder hint.
     *
     * @param value see {@link #holderHint()}
     * @return new options
     */
    public ClientOptions withHolderHint(String value) {
        return new ClientOptions(
                defaults, namedDefaults, value, listeners, clock, renewalThreads, closeTimeout, closeGrace, handOff);
    }

    /**
     * Returns these options with other listeners.
     *
     * @param value see {@link #listeners()}
     * @return new options
     */
    public ClientOptions withListeners(LockListener... value) {
        return new ClientOptions(
                defaults,
                namedDefaults,
                holderHint,
                List.of(value),
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff);
    }

    /**
     * Returns these options with another clock, for tests.
     *
     * @param value see {@link #clock()}
     * @return new options
     */
    public ClientOptions withClock(LockClock value) {
        return new ClientOptions(
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                value,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff);
    }

    /**
     * Returns these options with another number of renewal threads.
     *
     * @param value see {@link #renewalThreads()}
     * @return new options
     * @throws IllegalArgumentException if the number is out of bounds
     */
    public ClientOptions withRenewalThreads(int value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, value, closeTimeout, closeGrace, handOff);
    }

    /**
     * Returns these options with another close timeout.
     *
     * @param value see {@link #closeTimeout()}
     * @return new options
     * @throws IllegalArgumentException if the timeout is out of bounds, or not longer than {@link #closeGrace()}
     */
    public ClientOptions withCloseTimeout(Duration value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, renewalThreads, value, closeGrace, handOff);
    }

    /**
     * Returns these options with another close grace.
     *
     * @param value see {@link #closeGrace()}; zero or more, and less than {@link #closeTimeout()}
     * @return new options
     * @throws IllegalArgumentException if the grace is out of bounds
     */
    public ClientOptions withCloseGrace(Duration value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, renewalThreads, closeTimeout, value, handOff);
    }

    /**
     * Returns these options with other limits of hand-off.
     *
     * @param value see {@link #handOff()}; with {@link HandOff#NONE} every release goes to the store
     * @return new options
     */
    public ClientOptions withHandOff(HandOff value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, renewalThreads, closeTimeout, closeGrace, value);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client does the same way on every store. Immutable.
 *
 * <p>What one acquisition uses is decided for each component of {@link AcquireOptions} on its own: by the call, if it
 * says something; else by {@code namedDefaults}, of which the most exact pattern for the lock's name counts and no
 * other; else by {@code defaults}; else by {@link AcquireOptions#STANDARD}.
 *
 * @param defaults what acquisitions use where they do not say otherwise
 * @param namedDefaults what comes before {@code defaults} for locks of certain names
 * @param holderHint a text stored with every lock this client holds and shown by {@link LockClient#inspect}, such as
 *     {@code host:pid}: at most {@value #MAX_HINT} printable ASCII characters; readable by everyone who can read the
 *     store; null stores none
 * @param listeners told about every event from the start
 * @param clock time and timers; null means the system's
 * @param renewalThreads how many threads renew at most, {@value #MIN_RENEWAL_THREADS} to
 *     {@value #MAX_RENEWAL_THREADS}; made when needed. Half of them are for holds whose last renewal went well, so that
 *     those that hang in the store cannot take them; as many release what is held when the client closes
 * @param closeTimeout how long {@link LockClient#close} may take, 100 ms to 1 hour from its call, by the clock of this
 *     machine; then what the store has not confirmed is left to its lease, and a backend that still closes goes on in
 *     the background a second later
 * @param closeGrace how long of {@code closeTimeout} the holders have to release by themselves; zero, as standard, ends
 *     what is held at once. Held locks are renewed meanwhile, and nothing new is acquired. What is still held then is
 *     lost ({@link LossCause#CLIENT_CLOSED})
 * @param handOff how far a lock is passed on among the waiters of this client before it is released at the store
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

    /** The longest holder hint, in characters. */
    public static final int MAX_HINT = 100;

    /** The fewest threads that renew: one for what hangs, and one for the rest. */
    public static final int MIN_RENEWAL_THREADS = 2;

    /** The most threads that renew. */
    public static final int MAX_RENEWAL_THREADS = 1_000;

    /** The shortest time to close. */
    public static final Duration MIN_CLOSE_TIMEOUT = Duration.ofMillis(100);

    /** The longest time to close. */
    public static final Duration MAX_CLOSE_TIMEOUT = Duration.ofHours(1);

    /**
     * Library defaults, no hint, no listeners, the system's clock; 32 threads that renew, 10 s to close and no grace, and
     * the standard hand-off.
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
     * @throws IllegalArgumentException if the hint is empty, too long or not printable ASCII, or a value is outside the
     *     bounds stated at the parameters
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
     * What acquisitions of one lock use where they do not say otherwise.
     *
     * @param lockName the lock
     * @return {@code namedDefaults} of the most exact pattern that matches, over {@code defaults}; components may be
     *     null
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
     * These options with other defaults for acquisitions.
     *
     * @param value see {@link #defaults()}
     * @return new options
     */
    public ClientOptions withDefaults(AcquireOptions value) {
        return new ClientOptions(
                value, namedDefaults, holderHint, listeners, clock, renewalThreads, closeTimeout, closeGrace, handOff);
    }

    /**
     * These options with defaults for one lock, or for a family of locks. Those of an equal pattern are replaced.
     *
     * @param pattern the name of a lock, or the start of names followed by {@code *}: see {@link NamePattern}
     * @param value what differs; what it leaves open is taken from {@link #defaults()}
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
     * These options with a holder hint.
     *
     * @param value see {@link #holderHint()}
     * @return new options
     */
    public ClientOptions withHolderHint(String value) {
        return new ClientOptions(
                defaults, namedDefaults, value, listeners, clock, renewalThreads, closeTimeout, closeGrace, handOff);
    }

    /**
     * These options with other listeners.
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
     * These options with another clock, for tests.
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
     * These options with another number of threads that renew.
     *
     * @param value see {@link #renewalThreads()}
     * @return new options
     * @throws IllegalArgumentException if it is out of bounds
     */
    public ClientOptions withRenewalThreads(int value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, value, closeTimeout, closeGrace, handOff);
    }

    /**
     * These options with another time to close.
     *
     * @param value see {@link #closeTimeout()}
     * @return new options
     * @throws IllegalArgumentException if it is out of bounds, or not longer than {@link #closeGrace()}
     */
    public ClientOptions withCloseTimeout(Duration value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, renewalThreads, value, closeGrace, handOff);
    }

    /**
     * These options with another time for holders to finish when the client closes.
     *
     * @param value see {@link #closeGrace()}; zero or more, and less than {@link #closeTimeout()}
     * @return new options
     * @throws IllegalArgumentException if it is out of bounds
     */
    public ClientOptions withCloseGrace(Duration value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, renewalThreads, closeTimeout, value, handOff);
    }

    /**
     * These options with another way to pass locks on inside the client.
     *
     * @param value see {@link #handOff()}; {@link HandOff#NONE} for a release at the store each time
     * @return new options
     */
    public ClientOptions withHandOff(HandOff value) {
        return new ClientOptions(
                defaults, namedDefaults, holderHint, listeners, clock, renewalThreads, closeTimeout, closeGrace, value);
    }
}

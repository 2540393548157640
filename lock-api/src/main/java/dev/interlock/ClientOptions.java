// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options of a client that do not depend on the store. Start from {@link #STANDARD}. Later versions may add options.
 * Immutable.
 *
 * <pre>{@code
 * ClientOptions options = ClientOptions.STANDARD
 *         .withDefaults(AcquireOptions.waitAtMost(Duration.ofSeconds(5))) // for all locks
 *         .withDefaultsFor("order-*", AcquireOptions.inherited().withLease(Duration.ofSeconds(10)))
 *         .withCloseGrace(Duration.ofSeconds(3));
 * LockClient client = LockClient.connect(LockSettings.of(uri).withClient(options));
 * }</pre>
 *
 * <p>Each option of {@link AcquireOptions} is resolved separately for an acquisition. The first of these that sets
 * it applies:
 *
 * <ol>
 *   <li>the options of the call
 *   <li>the entry in {@link #namedDefaults} with the most exact pattern for the lock's name, and no other entry
 *   <li>{@link #defaults}
 *   <li>the defaults of the library, which {@link AcquireOptions} lists
 * </ol>
 */
@CheckReturnValue
public final class ClientOptions {

    /** The maximum length of the holder hint, in characters. Stores keep 100: during a move a mark comes before the hint. */
    public static final int MAX_HINT = 94;

    /** The minimum number of renewal threads: one for renewals that hang, and one for the others. */
    public static final int MIN_RENEWAL_THREADS = 2;

    /** The maximum number of renewal threads. */
    public static final int MAX_RENEWAL_THREADS = 1_000;

    /** The maximum of {@link #maxRetained}. */
    public static final int MAX_RETAINED = 1_000_000;

    /** The minimum of the close timeout. */
    public static final Duration MIN_CLOSE_TIMEOUT = Duration.ofMillis(100);

    /** The maximum of the close timeout. */
    public static final Duration MAX_CLOSE_TIMEOUT = Duration.ofHours(1);

    /**
     * The defaults of the library: no hint, no listeners, the system's clock, 32 renewal threads, 10 s to close, no
     * grace, the standard hand-off, and at most 10,000 retained locks.
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
            HandOff.STANDARD,
            10_000);

    private final AcquireOptions defaults;
    private final Map<NamePattern, AcquireOptions> namedDefaults;
    private final @Nullable String holderHint;
    private final List<LockListener> listeners;
    private final @Nullable LockClock clock;
    private final int renewalThreads;
    private final Duration closeTimeout;
    private final Duration closeGrace;
    private final HandOff handOff;
    private final int maxRetained;

    private ClientOptions(
            AcquireOptions defaults,
            Map<NamePattern, AcquireOptions> namedDefaults,
            @Nullable String holderHint,
            List<LockListener> listeners,
            @Nullable LockClock clock,
            int renewalThreads,
            Duration closeTimeout,
            Duration closeGrace,
            HandOff handOff,
            int maxRetained) {
        this.defaults = Objects.requireNonNull(defaults, "defaults");
        this.namedDefaults = Map.copyOf(namedDefaults);
        this.holderHint = holderHint;
        this.listeners = List.copyOf(listeners);
        this.clock = clock;
        this.renewalThreads = renewalThreads;
        this.closeTimeout = Objects.requireNonNull(closeTimeout, "closeTimeout");
        this.closeGrace = Objects.requireNonNull(closeGrace, "closeGrace");
        this.handOff = Objects.requireNonNull(handOff, "handOff");
        this.maxRetained = maxRetained;
        if (maxRetained < 0 || maxRetained > MAX_RETAINED) {
            throw new IllegalArgumentException(
                    "maxRetained must be >= 0 and <= " + MAX_RETAINED + " but was " + maxRetained);
        }
        if (holderHint != null && !isPrintable(holderHint)) {
            throw new IllegalArgumentException("holderHint must have 1 to " + MAX_HINT
                    + " printable ASCII characters but was '" + holderHint.replaceAll("[^ -~]", "?") + "'");
        }
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

    private static boolean isPrintable(String hint) {
        return !hint.isEmpty() && hint.length() <= MAX_HINT && hint.chars().allMatch(c -> c >= ' ' && c <= '~');
    }

    /**
     * The defaults of acquisitions.
     *
     * @return the defaults for all locks
     */
    public AcquireOptions defaults() {
        return defaults;
    }

    /**
     * The defaults of acquisitions for locks with certain names. They take precedence over {@link #defaults}.
     *
     * @return the defaults by pattern; unmodifiable
     */
    public Map<NamePattern, AcquireOptions> namedDefaults() {
        return namedDefaults;
    }

    /**
     * The text that is stored with every lock this client holds and that {@link LockClient#inspect} shows, such as
     * {@code host:pid}. Every user that can read the store can read it.
     *
     * @return 1 to {@value #MAX_HINT} printable ASCII characters; null stores none
     */
    public @Nullable String holderHint() {
        return holderHint;
    }

    /**
     * The listeners that receive every event from the start of the client.
     *
     * @return the listeners; unmodifiable
     */
    public List<LockListener> listeners() {
        return listeners;
    }

    /**
     * The source of time and timers.
     *
     * @return the clock; null means the system's
     */
    public @Nullable LockClock clock() {
        return clock;
    }

    /**
     * The maximum number of threads that renew, created on demand. Half of them serve only holds whose last renewal
     * succeeded, so that renewals that hang in the store cannot occupy them. At close, up to the same number of other
     * threads release the held locks.
     *
     * @return {@value #MIN_RENEWAL_THREADS} to {@value #MAX_RENEWAL_THREADS}
     */
    public int renewalThreads() {
        return renewalThreads;
    }

    /**
     * How long {@link LockClient#close} may take, from the call, by this machine's clock. After that, locks whose release
     * the store has not confirmed stay taken until their leases end. A backend that is still closing continues in the
     * background one second later.
     *
     * @return 100 ms to 1 hour
     */
    public Duration closeTimeout() {
        return closeTimeout;
    }

    /**
     * The part of {@link #closeTimeout} in which holders can release their locks themselves. The client renews held locks
     * meanwhile and acquires no new ones. Locks that are still held after that are lost
     * ({@link LossCause#CLIENT_CLOSED}). The default is zero, which ends all holds at once.
     *
     * @return zero or more, and less than the close timeout
     */
    public Duration closeGrace() {
        return closeGrace;
    }

    /**
     * The limits of hand-off among the waiters of this client.
     *
     * @return the limits
     */
    public HandOff handOff() {
        return handOff;
    }

    /**
     * The maximum number of locks that this client retains after their releases ({@link AcquireOptions#retention()}).
     * Locks that have a handle again count. Beyond the maximum, the client lets a lock go that was not used lately.
     *
     * @return 0 to {@value #MAX_RETAINED}
     */
    public int maxRetained() {
        return maxRetained;
    }

    /**
     * Returns these options with other defaults of acquisitions.
     *
     * @param value see {@link #defaults()}
     * @return new options
     */
    public ClientOptions withDefaults(AcquireOptions value) {
        return new ClientOptions(
                value,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff,
                maxRetained);
    }

    /**
     * Returns these options with defaults for one lock or for a family of locks. They replace the defaults of an equal
     * pattern.
     *
     * @param pattern the name of a lock, or a name prefix followed by {@code *}: see {@link NamePattern}
     * @param value the defaults of these locks. Options that it does not set come from {@link #defaults()}, and not
     *     from another pattern that matches.
     * @return new options
     * @throws IllegalArgumentException if no lock can have such a name
     */
    public ClientOptions withDefaultsFor(String pattern, AcquireOptions value) {
        Map<NamePattern, AcquireOptions> more = new HashMap<>(namedDefaults);
        more.put(new NamePattern(pattern), value);
        return new ClientOptions(
                defaults,
                more,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff,
                maxRetained);
    }

    /**
     * Returns these options with a holder hint.
     *
     * @param value see {@link #holderHint()}
     * @return new options
     */
    public ClientOptions withHolderHint(String value) {
        return new ClientOptions(
                defaults,
                namedDefaults,
                value,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff,
                maxRetained);
    }

    /**
     * Returns these options with these listeners in place of the earlier ones.
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
                handOff,
                maxRetained);
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
                handOff,
                maxRetained);
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
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                value,
                closeTimeout,
                closeGrace,
                handOff,
                maxRetained);
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
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                value,
                closeGrace,
                handOff,
                maxRetained);
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
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                value,
                handOff,
                maxRetained);
    }

    /**
     * Returns these options with other limits of hand-off.
     *
     * @param value see {@link #handOff()}; with {@link HandOff#NONE} every release goes to the store
     * @return new options
     */
    public ClientOptions withHandOff(HandOff value) {
        return new ClientOptions(
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                value,
                maxRetained);
    }

    /**
     * Returns these options with another maximum of retained locks.
     *
     * @param value see {@link #maxRetained()}
     * @return new options
     * @throws IllegalArgumentException if the number is out of bounds
     */
    public ClientOptions withMaxRetained(int value) {
        return new ClientOptions(
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff,
                value);
    }

    private List<@Nullable Object> all() {
        return Arrays.asList(
                defaults,
                namedDefaults,
                holderHint,
                listeners,
                clock,
                renewalThreads,
                closeTimeout,
                closeGrace,
                handOff,
                maxRetained);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ClientOptions options && all().equals(options.all());
    }

    @Override
    public int hashCode() {
        return all().hashCode();
    }

    /** Shows all options; null means that there is none. */
    @Override
    public String toString() {
        return "ClientOptions[defaults=" + defaults + ", namedDefaults=" + namedDefaults + ", holderHint=" + holderHint
                + ", listeners=" + listeners + ", clock=" + clock + ", renewalThreads=" + renewalThreads
                + ", closeTimeout=" + closeTimeout + ", closeGrace=" + closeGrace + ", handOff=" + handOff
                + ", maxRetained=" + maxRetained + "]";
    }
}

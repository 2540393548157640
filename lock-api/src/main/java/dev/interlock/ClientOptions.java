// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a client does the same way on every store. Immutable.
 *
 * @param defaults what acquisitions use where they do not say otherwise
 * @param holderHint a text stored with every lock this client holds and shown by {@link LockClient#inspect}, such as
 *     {@code host:pid}: at most {@value #MAX_HINT} printable ASCII characters; readable by everyone who can read the store;
 *     null stores none
 * @param listeners told about every event from the start
 * @param clock time and timers; null means the system's
 */
public record ClientOptions(
        AcquireOptions defaults,
        @Nullable String holderHint,
        List<LockListener> listeners,
        @Nullable LockClock clock) {

    /** The longest holder hint, in characters. */
    public static final int MAX_HINT = 100;

    /** Library defaults, no hint, no listeners, the system's clock. */
    public static final ClientOptions STANDARD = new ClientOptions(AcquireOptions.inherited(), null, List.of(), null);

    /**
     * Checks the hint.
     *
     * @throws IllegalArgumentException if the hint is empty, too long or not printable ASCII
     */
    public ClientOptions {
        Objects.requireNonNull(defaults, "defaults");
        listeners = List.copyOf(listeners);
        if (holderHint != null && !isPrintable(holderHint)) {
            throw new IllegalArgumentException("holderHint must have 1 to " + MAX_HINT
                    + " printable ASCII characters but was '" + holderHint.replaceAll("[^ -~]", "?") + "'");
        }
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
        return new ClientOptions(value, holderHint, listeners, clock);
    }

    /**
     * These options with a holder hint.
     *
     * @param value see {@link #holderHint()}
     * @return new options
     */
    public ClientOptions withHolderHint(String value) {
        return new ClientOptions(defaults, value, listeners, clock);
    }

    /**
     * These options with other listeners.
     *
     * @param value see {@link #listeners()}
     * @return new options
     */
    public ClientOptions withListeners(LockListener... value) {
        return new ClientOptions(defaults, holderHint, List.of(value), clock);
    }

    /**
     * These options with another clock, for tests.
     *
     * @param value see {@link #clock()}
     * @return new options
     */
    public ClientOptions withClock(LockClock value) {
        return new ClientOptions(defaults, holderHint, listeners, value);
    }
}

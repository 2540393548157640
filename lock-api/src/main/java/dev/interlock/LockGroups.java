// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of groups of locks, for meters and traces: the names of locks are unbounded. A group is a pattern in
 * the list, and {@value #OTHER} has the locks that no pattern matches. Immutable.
 *
 * <pre>{@code
 * LockGroups groups = LockGroups.of("nightly-report", "order-*");
 * LockGroups ofTenants = LockGroups.of("order-*", "invoice-*")
 *         .by(name -> name.substring(name.indexOf('/') + 1)); // tenant-7/order-42 is in the group order-*
 * }</pre>
 */
@CheckReturnValue
public final class LockGroups {

    /** The group of locks that no pattern matches. */
    public static final String OTHER = "other";

    /** The maximum number of patterns. */
    public static final int MAX = 100;

    /** No patterns: all locks are in {@value #OTHER}. */
    public static final LockGroups NONE = new LockGroups(List.of(), UnaryOperator.identity());

    private final List<NamePattern> patterns;
    private final UnaryOperator<@Nullable String> key;

    private LockGroups(List<NamePattern> patterns, UnaryOperator<@Nullable String> key) {
        this.patterns = List.copyOf(patterns);
        this.key = key;
        if (patterns.size() > MAX) {
            throw new IllegalArgumentException("there are at most " + MAX + " groups of locks but there were "
                    + patterns.size() + ": let some patterns end with *");
        }
    }

    /**
     * Returns groups in the order in which they apply: the first pattern that matches a lock is its group.
     *
     * @param patterns names of locks, or name prefixes followed by {@code *}
     * @return the groups
     * @throws IllegalArgumentException if no lock can have such a name, or there are too many
     */
    public static LockGroups of(String... patterns) {
        return of(Arrays.stream(patterns).map(NamePattern::new).toList());
    }

    /**
     * Returns groups in the order in which they apply.
     *
     * @param patterns the groups
     * @return the groups
     * @throws IllegalArgumentException if there are too many
     */
    public static LockGroups of(List<NamePattern> patterns) {
        return new LockGroups(patterns, UnaryOperator.identity());
    }

    /**
     * Returns a group for each family of locks that has its own defaults in a client: {@link ClientOptions#namedDefaults}.
     * As there, the most exact pattern applies.
     *
     * @param options the options of the client
     * @return the groups
     * @throws IllegalArgumentException if there are too many
     */
    public static LockGroups ofNamedDefaults(ClientOptions options) {
        return of(options.namedDefaults().keySet().stream().sorted().toList());
    }

    /**
     * Returns these groups for names whose beginning varies: the patterns match what a function makes of the name.
     *
     * @param value the part of a lock's name that the patterns match; null puts the lock into {@value #OTHER}. It must be
     *     thread-safe and fast
     * @return new groups
     */
    public LockGroups by(UnaryOperator<@Nullable String> value) {
        return new LockGroups(patterns, Objects.requireNonNull(value, "value"));
    }

    /**
     * The group of a lock.
     *
     * @param lockName the lock
     * @return the text of a pattern, or {@value #OTHER}
     */
    public String group(String lockName) {
        if (patterns.isEmpty()) {
            return OTHER;
        }
        String part = key.apply(lockName);
        for (NamePattern pattern : patterns) {
            if (part != null && pattern.matches(part)) {
                return pattern.text();
            }
        }
        return OTHER;
    }

    /**
     * All values that {@link #group} can return.
     *
     * @return the groups in their order, {@value #OTHER} last; unmodifiable
     */
    public List<String> all() {
        Set<String> all = new LinkedHashSet<>();
        patterns.forEach(pattern -> all.add(pattern.text()));
        all.add(OTHER);
        return List.copyOf(all);
    }

    /**
     * Whether there is no group but {@value #OTHER}.
     *
     * @return true if there are no patterns
     */
    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    @Override
    public String toString() {
        return "LockGroups" + patterns;
    }
}

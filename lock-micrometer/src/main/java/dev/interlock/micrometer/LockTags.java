// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import dev.interlock.NamePattern;
import io.micrometer.core.instrument.Tags;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The tags of a client's meters. Names of locks are none, since there is no end of them: the tag {@value #LOCK} has
 * those that are listed, and {@value #OTHER} for the rest. Immutable.
 *
 * @param common what all meters of the client have; two clients on one registry need different ones
 * @param names the locks that meters are told apart by, at most {@value #MAX_NAMES}; of several that match, the first
 *     counts; if there are none, no meter has the tag {@value #LOCK}
 */
public record LockTags(Tags common, List<NamePattern> names) {

    /** The tag of the store's kind, such as {@code redis}. */
    public static final String BACKEND = "backend";

    /** The tag of the locks that are listed. */
    public static final String LOCK = "lock";

    /** The value of {@value #LOCK} for locks that are not listed. */
    public static final String OTHER = "other";

    /** The most locks that meters can be told apart by: each has more than twenty meters. */
    public static final int MAX_NAMES = 100;

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if it is too long
     */
    public LockTags {
        Objects.requireNonNull(common, "common");
        names = List.copyOf(names);
        if (names.size() > MAX_NAMES) {
            throw new IllegalArgumentException("meters can be told apart by at most " + MAX_NAMES
                    + " names of locks but there were " + names.size() + ": let some end with *");
        }
    }

    /**
     * The tag {@value #BACKEND}, and no names.
     *
     * @param backend the kind of store, such as {@code redis}: see {@link dev.interlock.Capabilities#backend()}
     * @return the tags
     */
    public static LockTags of(String backend) {
        return new LockTags(Tags.of(BACKEND, backend), List.of());
    }

    /**
     * These tags and one more.
     *
     * @param key its name
     * @param value its value, the same for all meters of the client
     * @return new tags
     */
    public LockTags and(String key, String value) {
        return new LockTags(common.and(key, value), names);
    }

    /**
     * These tags with other names of locks.
     *
     * @param patterns names of locks, or starts of names followed by {@code *}
     * @return new tags
     * @throws IllegalArgumentException if no lock can have such a name, or there are too many
     */
    public LockTags withNames(String... patterns) {
        return new LockTags(
                common, Arrays.stream(patterns).map(NamePattern::new).toList());
    }

    /** The value of the tag of a lock: what is listed and not the name itself, so that there are no more than entries. */
    String lock(String lockName) {
        return names.stream()
                .filter(pattern -> pattern.matches(lockName))
                .map(NamePattern::text)
                .findFirst()
                .orElse(OTHER);
    }

    /** All values that {@link #lock} can have. */
    Set<String> locks() {
        Set<String> values = new LinkedHashSet<>();
        names.forEach(pattern -> values.add(pattern.text()));
        values.add(OTHER);
        return values;
    }

    /** What the meters with such a value have: if no names are listed there is but one, and it is no tag. */
    Tags with(String lock) {
        return names.isEmpty() ? common : common.and(LOCK, lock);
    }
}

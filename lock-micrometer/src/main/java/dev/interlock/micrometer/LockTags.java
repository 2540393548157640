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
 * The tags of a client's meters. Lock names are unbounded, so they are not tag values by themselves. The tag
 * {@value #LOCK} has the listed patterns as values, and {@value #OTHER} for all other locks. Immutable.
 *
 * @param common the tags of all meters of the client. Two clients on one registry need different ones.
 * @param names the locks that get their own tag value, at most {@value #MAX_NAMES}. If several match, the first
 *     applies. If the list is empty, no meter has the tag {@value #LOCK}.
 */
public record LockTags(Tags common, List<NamePattern> names) {

    /** The tag for the kind of store, such as {@code redis}. */
    public static final String BACKEND = "backend";

    /** The tag for the listed locks. */
    public static final String LOCK = "lock";

    /** The value of {@value #LOCK} for locks that are not listed. */
    public static final String OTHER = "other";

    /** The maximum number of listed locks. Each has more than thirty meters. */
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
            throw new IllegalArgumentException("meters can be distinguished by at most " + MAX_NAMES
                    + " names of locks but there were " + names.size() + ": let some end with *");
        }
    }

    /**
     * Returns the tag {@value #BACKEND}, without listed locks.
     *
     * @param backend the kind of store, such as {@code redis}: see {@link dev.interlock.Capabilities#backend()}
     * @return the tags
     */
    public static LockTags of(String backend) {
        return new LockTags(Tags.of(BACKEND, backend), List.of());
    }

    /**
     * Returns these tags and one more.
     *
     * @param key its name
     * @param value its value, the same for all meters of the client
     * @return new tags
     */
    public LockTags and(String key, String value) {
        return new LockTags(common.and(key, value), names);
    }

    /**
     * Returns these tags with other listed locks.
     *
     * @param patterns names of locks, or name prefixes followed by {@code *}
     * @return new tags
     * @throws IllegalArgumentException if no lock can have such a name, or there are too many
     */
    public LockTags withNames(String... patterns) {
        return new LockTags(
                common, Arrays.stream(patterns).map(NamePattern::new).toList());
    }

    /**
     * The tag value of a lock: the pattern in the list and not the name, so there are no more values than list entries.
     */
    String lock(String lockName) {
        return names.stream()
                .filter(pattern -> pattern.matches(lockName))
                .map(NamePattern::text)
                .findFirst()
                .orElse(OTHER);
    }

    /** All values that {@link #lock} can return. */
    Set<String> locks() {
        Set<String> values = new LinkedHashSet<>();
        names.forEach(pattern -> values.add(pattern.text()));
        values.add(OTHER);
        return values;
    }

    /** The tags of the meters with one value. Without listed locks there is only one value, and it is not a tag. */
    Tags with(String lock) {
        return names.isEmpty() ? common : common.and(LOCK, lock);
    }
}

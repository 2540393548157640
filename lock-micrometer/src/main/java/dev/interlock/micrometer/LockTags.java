// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer;

import dev.interlock.LockGroups;
import io.micrometer.core.instrument.Tags;
import java.util.Objects;

/**
 * The tags of a client's meters. Lock names are unbounded, so they are not tag values by themselves. The tag
 * {@value #LOCK} has the groups of locks as values. Immutable.
 *
 * @param common the tags of all meters of the client. Two clients on one registry need different ones.
 * @param groups the groups of locks that get their own tag value. Each has about forty meters. If there are none, no
 *     meter has the tag {@value #LOCK}.
 */
public record LockTags(Tags common, LockGroups groups) {

    /** The tag for the kind of store, such as {@code redis}. */
    public static final String BACKEND = "backend";

    /** The tag for the groups of locks. */
    public static final String LOCK = "lock";

    /** Checks that both are given. */
    public LockTags {
        Objects.requireNonNull(common, "common");
        Objects.requireNonNull(groups, "groups");
    }

    /**
     * Returns the tag {@value #BACKEND}, without groups of locks.
     *
     * @param backend the kind of store, such as {@code redis}: see {@link dev.interlock.Capabilities#backend()}
     * @return the tags
     */
    public static LockTags of(String backend) {
        return new LockTags(Tags.of(BACKEND, backend), LockGroups.NONE);
    }

    /**
     * Returns these tags and one more.
     *
     * @param key its name
     * @param value its value, the same for all meters of the client
     * @return new tags
     */
    public LockTags and(String key, String value) {
        return new LockTags(common.and(key, value), groups);
    }

    /**
     * Returns these tags with other groups of locks.
     *
     * @param value the groups, such as {@link LockGroups#ofNamedDefaults}
     * @return new tags
     */
    public LockTags withGroups(LockGroups value) {
        return new LockTags(common, value);
    }

    /**
     * Returns these tags with a group for each pattern.
     *
     * @param patterns names of locks, or name prefixes followed by {@code *}
     * @return new tags
     * @throws IllegalArgumentException if no lock can have such a name, or there are too many
     */
    public LockTags withNames(String... patterns) {
        return withGroups(LockGroups.of(patterns));
    }

    /** The tags of the meters of one group. Without patterns there is only one group, and it is not a tag. */
    Tags with(String group) {
        return groups.isEmpty() ? common : common.and(LOCK, group);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut.config;

import dev.interlock.LockName;
import io.micronaut.context.exceptions.ConfigurationException;

/**
 * The name of one lock, or the start of the names of a family of locks. Immutable.
 *
 * @param text what every name is, or starts with
 * @param family whether longer names match, too
 */
public record NamePattern(String text, boolean family) {

    private static final String ANY_END = "*";

    /**
     * Reads a pattern.
     *
     * @param property where it stands
     * @param pattern a name, or a start followed by {@code *}
     * @return the pattern
     * @throws ConfigurationException if no lock can have such a name
     */
    public static NamePattern of(String property, String pattern) {
        boolean family = pattern.endsWith(ANY_END);
        String text = family ? pattern.substring(0, pattern.length() - ANY_END.length()) : pattern;
        try {
            LockName unused = new LockName(family ? text + ANY_END : text);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(
                    property + ": must be the name of a lock, or the start of names and a *: " + e.getMessage(), e);
        }
        return new NamePattern(text, family);
    }

    /**
     * Whether it is about a lock.
     *
     * @param lockName the lock
     * @return true if the name is the text, or starts with it in a family
     */
    public boolean matches(String lockName) {
        return family ? lockName.startsWith(text) : lockName.equals(text);
    }

    /** As it was written. */
    @Override
    public String toString() {
        return family ? text + ANY_END : text;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock;

import java.util.Comparator;
import java.util.Objects;

/**
 * A pattern for lock names: a whole name such as {@code nightly-report}, or a name prefix followed by {@code *}, such
 * as {@code order-*}. {@code *} alone matches every name. Patterns are ordered from the most to the least exact: a
 * whole name before a prefix, a long prefix before a short one. Immutable.
 *
 * @param text a name, or a name prefix followed by {@code *}
 */
public record NamePattern(String text) implements Comparable<NamePattern> {

    private static final String ANY_END = "*";

    private static final Comparator<NamePattern> MOST_EXACT_FIRST = Comparator.comparing(NamePattern::isFamily)
            .thenComparing(each -> -each.text.length())
            .thenComparing(NamePattern::text);

    /**
     * Checks the text.
     *
     * @throws IllegalArgumentException if no lock can have such a name, or a {@code *} stands before the end
     */
    public NamePattern {
        Objects.requireNonNull(text, "text");
        text = new LockName(text).value();
        int star = text.indexOf(ANY_END);
        if (star >= 0 && star < text.length() - 1) {
            throw new IllegalArgumentException("the pattern '" + text
                    + "' must have its '*' at the end, as in 'order-*':" + " elsewhere it stands for no other text");
        }
    }

    /**
     * Returns whether this pattern matches a lock.
     *
     * @param lockName the lock
     * @return true if the name equals the text, or starts with the part before the {@code *}
     */
    public boolean matches(String lockName) {
        return isFamily()
                ? lockName.startsWith(text.substring(0, text.length() - ANY_END.length()))
                : lockName.equals(text);
    }

    private boolean isFamily() {
        return text.endsWith(ANY_END);
    }

    @Override
    public int compareTo(NamePattern other) {
        return MOST_EXACT_FIRST.compare(this, other);
    }

    /** The text. */
    @Override
    public String toString() {
        return text;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.time.Duration;

/** The bounds of options. Apart from {@link JdbcLockOptions}, so that its parts can be loaded before it. */
final class JdbcBounds {

    private JdbcBounds() {}

    static void requireBetween(String option, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    option + " must be a duration from " + least + " to " + most + " but was " + value);
        }
    }

    static void requireBetween(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    option + " must be a whole number from " + least + " to " + most + " but was " + value);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

/**
 * How much of a lock an attempt asks for, where several may hold it: some units of a limit. The store grants it if the
 * units of all its grants stay within the limit.
 *
 * @param units how many it takes, 1 to {@code limit}
 * @param limit how many there are, the same for everyone who shares the lock
 */
public record Share(int units, int limit) {

    /** The limit of a lock for readers and writers. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /** A reader, beside any number of others. */
    public static final Share READ = new Share(1, UNLIMITED);

    /** A writer, alone: it takes all units. */
    public static final Share WRITE = new Share(UNLIMITED, UNLIMITED);

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException if there are fewer units than one, or more than the limit
     */
    public Share {
        if (units < 1 || units > limit) {
            throw new IllegalArgumentException("units must be 1 to " + limit + " but was " + units);
        }
    }
}

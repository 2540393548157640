// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import java.util.OptionalLong;

/**
 * A generation of fencing tokens: the tokens of the new store, raised above all tokens of the old one. A token of
 * generation {@code g} is {@code g} times 2<sup>53</sup> plus the new store's own token, so guards that compare numbers
 * need to know nothing of it. Immutable.
 *
 * @param number 1 to {@value #MOST}; greater than the generation of the old tokens, which is 0 if the old store was never
 *     moved to
 * @param switchAt the token of the old store from which on a grant in both stores gets a token of this generation. The
 *     instances that know no generation, and those on the old store only, must have ended before the old store's tokens
 *     reach it. Redis and SQL grant tokens of at least the microseconds since 1970 of their server's clock.
 */
public record NewGeneration(int number, long switchAt) {

    /** The greatest generation. */
    public static final int MOST = 1_023;

    /** The bits of a store's own token. A grant with a greater one is refused. */
    static final int TOKEN_BITS = 53;

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException if the number is out of bounds, or {@code switchAt} is below 1 or not below the
     *     first token of the generation
     */
    public NewGeneration {
        requireNumber(number);
        if (switchAt < 1 || switchAt >= base(number)) {
            throw new IllegalArgumentException("switchAt must be a token of the old store, 1 to " + (base(number) - 1)
                    + " for generation " + number + ", but was " + switchAt);
        }
    }

    static void requireNumber(int number) {
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException("generation must be 1 to " + MOST + " but was " + number);
        }
    }

    /** The number that every token of a generation is above. */
    static long base(int generation) {
        return (long) generation << TOKEN_BITS;
    }

    /**
     * The first token of a grant in a store of this generation.
     *
     * @param own the store's own token
     * @param tokens how many follow each other from there
     * @return empty if the last of them has no room below the next generation
     */
    static OptionalLong raised(int generation, long own, int tokens) {
        long room = 1L << TOKEN_BITS;
        return own <= room - tokens ? OptionalLong.of(base(generation) + own) : OptionalLong.empty();
    }
}

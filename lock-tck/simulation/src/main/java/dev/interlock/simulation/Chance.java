// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

/** Numbers that a seed decides, the same on every JDK: the SplitMix64 generator. Used by one thread at a time. */
class Chance {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    Chance(long seed) {
        state = seed;
    }

    /**
     * Leaves nothing to chance: each choice is the same each time, whichever thread asks first. Only {@link #next()}
     * differs, for ids.
     *
     * @param choice the number, where it is below the bound; not negative
     */
    static Chance always(int choice) {
        return new Always(choice, 0);
    }

    /** An independent generator, whose numbers do not depend on how often others are used. */
    Chance split() {
        return new Chance(next());
    }

    long next() {
        state += STEP;
        return mix(state);
    }

    /** Spreads the bits of a number over all of them. */
    static long mix(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    /** From 0 to less than the bound. */
    int below(int bound) {
        return (int) Math.floorMod(next() >>> 1, (long) bound);
    }

    /** From the first to less than the second. */
    long between(long from, long below) {
        return from + Math.floorMod(next() >>> 1, below - from);
    }

    /** True so many times in a thousand. */
    boolean permille(int times) {
        return below(1000) < times;
    }

    private static final class Always extends Chance {

        private final int choice;

        Always(int choice, long state) {
            super(state);
            this.choice = choice;
        }

        @Override
        Chance split() {
            return new Always(choice, next());
        }

        @Override
        int below(int bound) {
            return choice % bound;
        }

        @Override
        long between(long from, long below) {
            return from;
        }
    }
}

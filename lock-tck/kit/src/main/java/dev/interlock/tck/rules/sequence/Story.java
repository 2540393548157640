// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.sequence;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** One sequence: the lot that draws its steps, and what was done, for a message. Not thread-safe. */
final class Story {

    /** As much as a reader can follow. */
    private static final int TOLD = 25;

    /** The first numbers that a {@link Random} draws from neighbouring seeds are nearly the same. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final long seed;
    private final Random lot;
    private final Deque<String> last = new ArrayDeque<>();
    private int steps;

    Story(long seed) {
        this.seed = seed;
        this.lot = new Random(seed * SPREAD);
    }

    Random lot() {
        return lot;
    }

    /** Whether it happens that is drawn once in so many times. */
    boolean oneIn(int times) {
        return lot.nextInt(times) == 0;
    }

    <T> T oneOf(List<T> some) {
        return some.get(lot.nextInt(some.size()));
    }

    /** A step has ended so. */
    void add(String step, Object outcome) {
        steps++;
        last.addLast(step + " -> " + outcome);
        if (last.size() > TOLD) {
            last.removeFirst();
        }
    }

    int steps() {
        return steps;
    }

    @Override
    public String toString() {
        return "seed " + seed + ", step " + steps + "; the last steps were:\n  " + String.join("\n  ", last);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

/**
 * Whether the stack of the current thread has room for what is about to begin. A stack that overflows in the middle of a
 * change of state can leave a queue without its head, or a lock without its holder, and no cleanup can run where no
 * method can be called. So the overflow is provoked before anything has begun. Thread-safe.
 */
public final class StackRoom {

    /** Calls that need 7 kB of stack compiled and 40 kB interpreted: several times what the engine itself needs. */
    private static final int FRAMES = 96;

    private StackRoom() {}

    /**
     * Returns if there is room for a change of state.
     *
     * @throws StackOverflowError if there is not: nothing has begun
     */
    public static void require() {
        require(FRAMES);
    }

    /**
     * The same for the end of what began with {@link #require()} on about the same depth: it needs half as much, so that
     * what could begin can end as well.
     */
    public static void requireToEnd() {
        require(FRAMES / 2);
    }

    private static void require(int frames) {
        if (descend(frames, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) == 0) {
            throw new IllegalStateException("the sum of positive numbers is positive");
        }
    }

    /**
     * Registers hold the first six numbers only, so the others give each call's frame its size. They are constants, since
     * to pass on what was received costs four times as much.
     */
    @SuppressWarnings("unused") // numbers that are only passed
    private static int descend(
            int frames,
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l,
            long m,
            long n,
            long o,
            long p) {
        return frames == 0 ? 1 : 1 + descend(frames - 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    }
}

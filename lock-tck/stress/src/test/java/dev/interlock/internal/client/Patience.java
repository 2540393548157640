// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

/**
 * How long a test waits until it calls a wait one without end: far longer than a busy machine takes, but only once in a
 * run, which fails by that alone.
 */
final class Patience {

    private static volatile long nanos = 20_000_000_000L;

    private Patience() {}

    static long nanos() {
        return nanos;
    }

    /** Something never came. */
    static void isOver() {
        nanos = 1_000_000;
    }
}

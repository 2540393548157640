// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.lease;

/**
 * How long the last holds of one lock took: a histogram with four buckets for each doubling, of a fixed size, whose
 * counts are halved whenever it is full, so that older holds count less and less. Where the work gets longer the
 * percentile follows within {@value #FOLLOWS_LONGER} holds; where it gets shorter, within {@value #FOLLOWS_SHORTER}.
 * Not thread-safe.
 */
public final class HoldTimes {

    /** What is asked for: this part of the holds, of 100, was no longer. */
    static final int PERCENTILE = 95;

    /** The fewest holds that give an estimate: one in twenty of them is longer than the percentile. */
    public static final int ENOUGH = 20;

    /** After how many longer holds in a row the percentile is theirs. */
    public static final int FOLLOWS_LONGER = 7;

    /** After how many shorter holds in a row the percentile is theirs. */
    public static final int FOLLOWS_SHORTER = 400;

    private static final int FULL = 128;
    private static final int PARTS_BITS = 2;
    private static final int PARTS = 1 << PARTS_BITS;

    /** From 1 ms to 2^32 ms, 50 days, and what is longer. */
    private static final int BUCKETS = 32 * PARTS;

    private final short[] counts = new short[BUCKETS];
    private int total;

    /** Counts one hold, as many times as it weighs. */
    void add(long millis, int weight) {
        if (total + weight > FULL) {
            halve();
        }
        counts[bucket(millis)] += (short) weight;
        total += weight;
    }

    /** How many holds the percentile rests on; less than were counted once older ones were halved. */
    int samples() {
        return total;
    }

    /** The percentile, up to a quarter too long; zero if nothing was counted. */
    long percentileMillis() {
        int longer = total * (100 - PERCENTILE) / 100;
        for (int bucket = BUCKETS - 1; bucket >= 0; bucket--) {
            longer -= counts[bucket];
            if (longer < 0) {
                return upperMillis(bucket);
            }
        }
        return 0;
    }

    private void halve() {
        total = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            counts[bucket] = (short) (counts[bucket] / 2);
            total += counts[bucket];
        }
    }

    /** The doubling, and which quarter of it. */
    private static int bucket(long millis) {
        long value = Math.max(1, millis);
        int doubling = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        long quarter = ((value << PARTS_BITS) >>> doubling) & (PARTS - 1);
        return Math.min(doubling * PARTS + (int) quarter, BUCKETS - 1);
    }

    private static long upperMillis(int bucket) {
        long start = 1L << (bucket / PARTS);
        return start + start * (bucket % PARTS + 1) / PARTS;
    }
}

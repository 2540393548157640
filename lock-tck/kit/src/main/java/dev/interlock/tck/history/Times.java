// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.history;

import java.util.Locale;

/** Sums that stop at the ends of time instead of overflowing, sorted times, and times as text. */
final class Times {

    /** Later than everything. */
    static final long NEVER = Long.MAX_VALUE;

    /** Earlier than everything. */
    static final long ALWAYS = Long.MIN_VALUE;

    private Times() {}

    static long plus(long at, long nanos) {
        if (at == NEVER || at == ALWAYS) {
            return at;
        }
        long sum = at + nanos;
        return nanos >= 0 && sum < at ? NEVER : nanos < 0 && sum > at ? ALWAYS : sum;
    }

    /** How many of the sorted times are below a limit. */
    static int countBelow(long[] sorted, long limit) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < limit) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many of the sorted times are up to a limit. */
    static int countUpTo(long[] sorted, long limit) {
        return limit == NEVER ? sorted.length : countBelow(sorted, limit + 1);
    }

    /** Milliseconds since the start of the history. */
    static String since(long start, long at) {
        return String.format(Locale.ROOT, "%.1f ms", (at - start) / 1e6);
    }

    static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }
}

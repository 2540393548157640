// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.benchmark;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Detects two holders of one lock at the same time. For each name it has a counter, an owner and the last fencing
 * token, which holders read and write without atomic operations. Two holders at once therefore lose an update or find
 * each other's mark. Opaque access only keeps the compiler from holding the values in registers. Used by many threads.
 */
final class ExclusionChecker {

    private static final long NOBODY = 0;

    private final AtomicLongArray counters;
    private final AtomicLongArray owners;
    private final AtomicLongArray tokens;
    private final AtomicLong successes = new AtomicLong();
    private final AtomicLong intrusions = new AtomicLong();

    ExclusionChecker(int names) {
        counters = new AtomicLongArray(names);
        owners = new AtomicLongArray(names);
        tokens = new AtomicLongArray(names);
    }

    /** Runs the work of a holder. */
    void enter(int name, long thread, long token, Runnable work) {
        boolean alone = owners.getOpaque(name) == NOBODY && token > tokens.getOpaque(name);
        owners.setOpaque(name, thread);
        tokens.setOpaque(name, token);
        long count = counters.getOpaque(name);
        work.run();
        counters.setOpaque(name, count + 1);
        alone &= owners.getOpaque(name) == thread && tokens.getOpaque(name) == token;
        owners.setOpaque(name, NOBODY);
        successes.incrementAndGet();
        if (!alone) {
            intrusions.incrementAndGet();
        }
    }

    long successes() {
        return successes.get();
    }

    /** How many holders found another's mark, found a token that was not greater, or lost their update. */
    long violations() {
        long counted = 0;
        for (int name = 0; name < counters.length(); name++) {
            counted += counters.get(name);
        }
        return Math.max(intrusions.get(), successes.get() - counted);
    }
}

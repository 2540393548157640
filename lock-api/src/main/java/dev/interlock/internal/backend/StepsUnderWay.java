// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many steps of a backend are under way, and the end of them: none begins after it, so that a thread that has seen the
 * last one end may close the backend. Thread-safe.
 */
public final class StepsUnderWay {

    /** Added at the end: the count is negative from then on, and this when the last step has ended. */
    private static final long ENDED = Long.MIN_VALUE;

    private final AtomicLong count = new AtomicLong();
    private final CountDownLatch none = new CountDownLatch(1);

    /** False if no step may begin any more; else {@link #ended} must follow. */
    boolean begin() {
        long known = count.get();
        while (known >= 0) {
            if (count.compareAndSet(known, known + 1)) {
                return true;
            }
            known = count.get();
        }
        return false;
    }

    /** A step that had begun has ended, in whatever way. */
    void ended() {
        if (count.decrementAndGet() == ENDED) {
            none.countDown();
        }
    }

    /** From now on no step begins. */
    public void refuse() {
        if (count.getAndUpdate(known -> known < 0 ? known : known + ENDED) == 0) {
            none.countDown();
        }
    }

    /** Counted down when none begins any more and the last one has ended. */
    public CountDownLatch none() {
        return none;
    }
}

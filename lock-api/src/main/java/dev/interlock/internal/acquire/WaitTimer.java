// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClock;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The times of one acquisition: since when it waits, until when it may, and until when it rests. Confined to its steps.
 */
public final class WaitTimer {

    /** A wait without limit still looks again some day: half the clock's range keeps differences meaningful. */
    private static final long FAR_NANOS = Long.MAX_VALUE / 4;

    private static final long SHORTEST_REST_NANOS = 1_000_000;

    private final LockClock clock;
    private final TimerQueue timers;
    private final long maxWaitNanos;
    private final long startNanos;
    private long restUntil;
    private TimerQueue.@Nullable Entry wakeUp;

    public WaitTimer(LockClock clock, TimerQueue timers, long maxWaitNanos) {
        this.clock = clock;
        this.timers = timers;
        this.maxWaitNanos = maxWaitNanos;
        startNanos = clock.nanoTime();
        restUntil = startNanos;
    }

    public Duration waited() {
        return Duration.ofNanos(clock.nanoTime() - startNanos);
    }

    public boolean isOver() {
        return maxWaitNanos != EffectiveOptions.NO_LIMIT && clock.nanoTime() - startNanos >= maxWaitNanos;
    }

    /** {@link EffectiveOptions#NO_LIMIT} if there is none. */
    public long remainingNanos() {
        return maxWaitNanos == EffectiveOptions.NO_LIMIT
                ? EffectiveOptions.NO_LIMIT
                : Math.max(0, maxWaitNanos - (clock.nanoTime() - startNanos));
    }

    boolean hasRested() {
        return clock.nanoTime() - restUntil >= 0;
    }

    /** How long to rest if a store says so: not without end, and never so short that waiting becomes a busy loop. */
    static long restNanos(Duration asked) {
        return asked.compareTo(AcquireOptions.MAX_LEASE) > 0
                ? AcquireOptions.MAX_LEASE.toNanos()
                : Math.max(SHORTEST_REST_NANOS, asked.toNanos());
    }

    /** Rests from now on, at most to the limit of the wait; the action runs when that is over. */
    void rest(long nanos, Runnable wake) {
        restUntil = clock.nanoTime() + nanos;
        wakeAt(restUntil, wake);
    }

    /** Runs the action when the rest, or the whole wait, is over. */
    void wakeAfterRest(Runnable wake) {
        wakeAt(restUntil, wake);
    }

    /** Runs the action when the whole wait is over. */
    void wakeAtLimit(Runnable wake) {
        wakeAt(limit(), wake);
    }

    /** Runs no action any more. */
    void stop() {
        timers.cancel(wakeUp);
        wakeUp = null;
    }

    private void wakeAt(long dueNanos, Runnable wake) {
        stop();
        long limit = limit();
        wakeUp = timers.at(dueNanos - limit > 0 ? limit : dueNanos, wake);
    }

    private long limit() {
        return maxWaitNanos == EffectiveOptions.NO_LIMIT ? clock.nanoTime() + FAR_NANOS : startNanos + maxWaitNanos;
    }
}

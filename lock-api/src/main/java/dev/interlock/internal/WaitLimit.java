// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.AcquireOptions;
import dev.interlock.LockClock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The time of one acquisition: since when it waits, until when it may, and until when it rests. Confined to its steps. */
final class WaitLimit {

    /** A wait without limit still looks again some day: half the clock's range keeps differences meaningful. */
    private static final long FAR_NANOS = Long.MAX_VALUE / 4;

    private static final long SHORTEST_REST_NANOS = 1_000_000;

    private final LockClock clock;
    private final Agenda agenda;
    private final long maxWaitNanos;
    private final long startNanos;
    private long restUntil;
    private Agenda.@Nullable Entry alarm;

    WaitLimit(LockClock clock, Agenda agenda, long maxWaitNanos) {
        this.clock = clock;
        this.agenda = agenda;
        this.maxWaitNanos = maxWaitNanos;
        startNanos = clock.nanoTime();
        restUntil = startNanos;
    }

    Duration waited() {
        return Duration.ofNanos(clock.nanoTime() - startNanos);
    }

    boolean isOver() {
        return maxWaitNanos != Terms.NO_LIMIT && clock.nanoTime() - startNanos >= maxWaitNanos;
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

    /** Rests from now on, at most to the limit of the wait; the alarm says when that is over. */
    void rest(long nanos, Runnable ring) {
        restUntil = clock.nanoTime() + nanos;
        ringAt(restUntil, ring);
    }

    /** Has the alarm ring when the rest, or the whole wait, is over. */
    void ringAfterRest(Runnable ring) {
        ringAt(restUntil, ring);
    }

    /** Has the alarm ring when the whole wait is over. */
    void ringAtLimit(Runnable ring) {
        ringAt(limit(), ring);
    }

    void silence() {
        agenda.cancel(alarm);
        alarm = null;
    }

    private void ringAt(long dueNanos, Runnable ring) {
        silence();
        long limit = limit();
        alarm = agenda.at(dueNanos - limit > 0 ? limit : dueNanos, ring);
    }

    private long limit() {
        return maxWaitNanos == Terms.NO_LIMIT ? clock.nanoTime() + FAR_NANOS : startNanos + maxWaitNanos;
    }
}

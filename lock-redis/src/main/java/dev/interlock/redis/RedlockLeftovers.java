// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one server may have granted that nobody has: to a try that came to nothing, or to a hold that is over, while the
 * server did not answer. It is taken back as soon as the server answers again, or forgotten when its lease is over. A
 * minority of the servers only, so that it is in nobody's way but where others fail, too. Thread-safe.
 */
final class RedlockLeftovers {

    /** Stands for whatever was granted to an attempt. */
    static final long ANY_TRY = 999_999_999_999_999L;

    /** More than so many expire by themselves. */
    private static final int MOST = 256;

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final long MAX_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final RedlockNode node;
    private final LockClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AttemptId, Leftover> owed = new LinkedHashMap<>();
    private boolean scheduled;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    private record Leftover(Attempt attempt, long tried, long endNanos) {}

    RedlockLeftovers(RedlockNode node, LockClock clock) {
        this.node = node;
        this.clock = clock;
    }

    /** One lease after now nothing is left of what was asked for until now. */
    void owe(Attempt attempt, long tried) {
        lock.lock();
        try {
            Leftover before = owed.get(attempt.id());
            if (before == null && owed.size() >= MOST) {
                return;
            }
            long latest = before == null ? tried : Math.max(before.tried, tried);
            owed.put(
                    attempt.id(),
                    new Leftover(
                            attempt, latest, clock.nanoTime() + attempt.lease().toNanos()));
            pauseNanos = FIRST_PAUSE_NANOS;
            scheduleNext();
        } finally {
            lock.unlock();
        }
    }

    /** How many there are. */
    int size() {
        lock.lock();
        try {
            return owed.size();
        } finally {
            lock.unlock();
        }
    }

    /** Under the lock. */
    private void scheduleNext() {
        if (!scheduled && !owed.isEmpty() && !node.isClosed()) {
            scheduled = true;
            clock.schedule(pauseNanos, () -> node.execute(this::takeBack));
        }
    }

    /** One after the other, and no further than to the first without an answer: the others would have none either. */
    private void takeBack() {
        for (Leftover each : snapshot()) {
            boolean over = each.endNanos - clock.nanoTime() <= 0;
            ReleaseOutcome outcome = over ? null : node.withdrawNow(each.attempt.id(), each.attempt.name(), each.tried);
            if (outcome instanceof ReleaseOutcome.Unknown) {
                break;
            }
            if (over || outcome instanceof ReleaseOutcome.Released) {
                forget(each);
            }
        }
        lock.lock();
        try {
            scheduled = false;
            pauseNanos = Math.min(pauseNanos * 2, MAX_PAUSE_NANOS);
            scheduleNext();
        } finally {
            lock.unlock();
        }
    }

    private List<Leftover> snapshot() {
        lock.lock();
        try {
            return new ArrayList<>(owed.values());
        } finally {
            lock.unlock();
        }
    }

    /** Unless more was owed of the attempt meanwhile. */
    private void forget(Leftover leftover) {
        lock.lock();
        try {
            owed.remove(leftover.attempt.id(), leftover);
        } finally {
            lock.unlock();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis.redlock;

import dev.interlock.LockClock;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Grants without a holder that one server may keep: of a try without success, or of a hold that has ended, while the
 * server did not answer. They are taken back as soon as the server answers again, or forgotten when their lease is
 * over. They are on a minority of the servers only, so they hinder no attempt unless other servers fail, too.
 * Thread-safe.
 *
 * <p>A vote whose answer was lost may belong to a hold that the other servers granted. Nothing is owed while that hold
 * lasts. Its release owes the vote, unless it finds what the vote granted.
 */
final class RedlockLeftovers {

    /** Stands for any try of an attempt. */
    static final long ANY_TRY = 999_999_999_999_999L;

    /** The most grants to take back; more expire by themselves. */
    private static final int MOST = 256;

    /** The most attempts with a lost answer. The oldest are forgotten then; their grants expire by themselves. */
    private static final int MOST_UNHEARD = 10_000;

    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(50).toNanos();
    private static final long MAX_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

    private final RedlockNode node;
    private final LockClock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<AttemptId, Leftover> owed = new LinkedHashMap<>();
    private final Set<AttemptId> unheard = new LinkedHashSet<>();
    private boolean scheduled;
    private long pauseNanos = FIRST_PAUSE_NANOS;

    private record Leftover(Attempt attempt, long tried, long endNanos) {}

    RedlockLeftovers(RedlockNode node, LockClock clock) {
        this.node = node;
        this.clock = clock;
    }

    /** Notes a grant to take back. One lease from now it has expired. */
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

    /**
     * Notes that the answer to a vote of this attempt was lost: the server may execute the vote at any time, even after
     * a release.
     */
    void unheard(AttemptId id) {
        lock.lock();
        try {
            unheard.add(id);
            if (unheard.size() > MOST_UNHEARD) {
                unheard.remove(unheard.iterator().next());
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether a vote of this attempt is unheard. The caller owes it from here on, or has found what it granted. */
    boolean takeUnheard(AttemptId id) {
        lock.lock();
        try {
            return unheard.remove(id);
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

    /** Takes them back one by one, up to the first without an answer: the others would have none either. */
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

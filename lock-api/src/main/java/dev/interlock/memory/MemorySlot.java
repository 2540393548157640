// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.Holder;
import dev.interlock.spi.Attempt;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One lock in memory: its owner and its waiters, in order. Used only under the guard of its store. */
final class MemorySlot {

    /** How long a lock counts as busy that is free and promised to the first waiter, which may be slow to come. */
    private static final long PROMISED_NANOS = 50_000_000;

    private static final long LEAST_NANOS = 1_000_000;

    @Nullable
    Owner owner;

    private final ArrayDeque<MemoryContest> waiters = new ArrayDeque<>(2);

    void expireAt(long now) {
        Owner current = owner;
        if (current != null && now - current.expiresNanos >= 0) {
            owner = null;
        }
    }

    /** Never shortens a lease. */
    void extend(long expiresNanos) {
        Owner current = owner;
        if (current != null) {
            long longer = expiresNanos - current.expiresNanos > 0 ? expiresNanos : current.expiresNanos;
            owner = new Owner(current.attempt, current.token, longer, current.client);
        }
    }

    /**
     * True if the contest is first in the queue, or the queue is empty. A try without a contest does not overtake
     * waiters.
     */
    boolean isUp(@Nullable MemoryContest contest) {
        return waiters.isEmpty() || waiters.peekFirst() == contest;
    }

    /**
     * Puts a contest into the queue unless it is there already. It rests until the owner's lease ends, or a wake-up
     * comes.
     */
    void enqueue(@Nullable MemoryContest contest, long now) {
        if (contest == null) {
            return;
        }
        if (!waiters.contains(contest)) {
            waiters.add(contest);
        }
        contest.restUntil(now + remaining(now).toNanos());
    }

    /**
     * Sets the owner and takes its contest off the queue. If this lease ends before the time for which the first waiter
     * rests, that waiter wakes up.
     */
    void granted(Owner next, @Nullable MemoryContest contest) {
        owner = next;
        leave(contest);
        MemoryContest first = waiters.peekFirst();
        if (first != null && first.restsBeyond(next.expiresNanos)) {
            first.wake();
        }
    }

    void leave(@Nullable MemoryContest contest) {
        if (contest != null && waiters.remove(contest) && owner == null) {
            signalFirst();
        }
    }

    void signalFirst() {
        MemoryContest first = waiters.peekFirst();
        if (first != null) {
            first.wake();
        }
    }

    int waiterCount() {
        return waiters.size();
    }

    boolean isIdle() {
        return owner == null && waiters.isEmpty();
    }

    /** The time left of the owner's lease, at least 1 ms; 50 ms if the lock is free but other waiters come first. */
    Duration remaining(long now) {
        Owner current = owner;
        return Duration.ofNanos(current == null ? PROMISED_NANOS : Math.max(LEAST_NANOS, current.expiresNanos - now));
    }

    @Nullable
    Owner ownerAt(long now) {
        expireAt(now);
        return owner;
    }

    Optional<Holder> holder(long now) {
        Owner current = ownerAt(now);
        return current == null
                ? Optional.empty()
                : Optional.of(new Holder(
                        current.token, Optional.of(remaining(now)), Optional.ofNullable(current.attempt.holderHint())));
    }

    /**
     * The owner of the lock.
     *
     * @param attempt the owner
     * @param token its first fencing token
     * @param expiresNanos the end of the lease, by the clients' clock
     * @param client receives the report of a loss
     */
    record Owner(Attempt attempt, long token, long expiresNanos, MemoryLockBackend client) {

        boolean is(Attempt other) {
            return attempt.id().equals(other.id());
        }
    }
}

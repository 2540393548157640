// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockEvent;
import dev.interlock.LockName;
import dev.interlock.RetentionEnd;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The locks that this client retains: their handles are released, and the store still has their grants. The next
 * acquisition of such a name takes the grant from here; everything else that ends a retention takes it, too, and lets the
 * lock go at the store. Whichever thread takes it is the only one that may go on with it. Thread-safe.
 *
 * <p>A lock is not retained while anything else wants it. Each thread that makes it wanted (a waiter of this client in
 * its queue, a report of the backend, the close) does so first and then looks here; a thread that retains a lock puts it
 * here first and then looks whether it is wanted. So one of the two sees the other.
 */
public final class RetainedLocks {

    /** How many locks a closing client releases by one request. */
    private static final int BULK = 100;

    private final Holds holds;
    private final int most;
    private final ReentrantLock guard;

    /** By the time of the last release. */
    private final Map<LockName, Hold> retained = new LinkedHashMap<>();

    /** Whether there are any, so that a client without retained locks takes no guard. */
    private volatile boolean some;

    /**
     * The retained locks of a client that has none yet.
     *
     * @param most how many it retains at most
     */
    RetainedLocks(Holds holds, int most) {
        this.holds = holds;
        this.most = most;
        guard = holds.machine.lock();
    }

    /** True while none is retained. */
    public boolean isEmpty() {
        return !some;
    }

    /** Whether this client retains the grant of a token. */
    public boolean has(LockName name, long grantToken) {
        guard.lock();
        try {
            Hold hold = retained.get(name);
            return hold != null && hold.grant().token() == grantToken;
        } finally {
            guard.unlock();
        }
    }

    /** How many are retained. */
    public int size() {
        guard.lock();
        try {
            return retained.size();
        } finally {
            guard.unlock();
        }
    }

    /**
     * Retains the lock of a hold that its holder releases, until its next renewal would be due at the latest: nothing is
     * renewed only to be retained. False if the store is to be asked to release it.
     */
    boolean retain(Hold hold, long nanos) {
        if (most == 0 || isWanted(hold) || !hold.renewals().isQuiet()) {
            return false;
        }
        hold.endRetained();
        long over = holds.machine.nanoTime() + nanos;
        long due = hold.renewals().dueNanos();
        Hold longestAgo = put(hold, due - over < 0 ? due : over);
        if (longestAgo != null) {
            letGo(longestAgo, RetentionEnd.DISPLACED);
        }
        if (isWanted(hold)) {
            letGoIfRetained(hold, whyWanted(hold));
        }
        return true;
    }

    private boolean isWanted(Hold hold) {
        return holds.isClosing() || !hold.retention().isPossible() || holds.queues.isWanted(hold.name());
    }

    private RetentionEnd whyWanted(Hold hold) {
        if (holds.isClosing()) {
            return RetentionEnd.CLOSED;
        }
        // A waiter of this client that does not accept the grant asks for other options.
        return hold.retention().isPossible() ? RetentionEnd.UNSUITABLE : RetentionEnd.RECALLED;
    }

    /** Returns the lock that has to go for it; null if there is room. */
    private @Nullable Hold put(Hold hold, long untilNanos) {
        Retention retention = hold.retention();
        guard.lock();
        try {
            retained.put(hold.name(), hold);
            some = true;
            retention.untilNanos = untilNanos;
            if (!retention.timed || untilNanos - retention.timedNanos < 0) {
                lookAt(hold.name(), retention);
            }
            Iterator<Hold> byRelease = retained.values().iterator();
            return retained.size() <= most ? null : remove(byRelease.next());
        } finally {
            guard.unlock();
        }
    }

    /** Sets a timer for the end of a retention. Called under the guard. */
    private void lookAt(LockName name, Retention retention) {
        retention.timed = true;
        retention.timedNanos = retention.untilNanos;
        holds.threads.timers.at(retention.untilNanos, () -> look(name, retention));
    }

    /**
     * Lets a lock go whose retention is over. One timer serves all retentions of a grant: a lock that is acquired again and
     * again would otherwise set one each time.
     */
    private void look(LockName name, Retention retention) {
        Hold over = null;
        guard.lock();
        try {
            retention.timed = false;
            Hold hold = retained.get(name);
            if (hold != null && hold.retention() == retention) {
                if (holds.machine.nanoTime() - retention.untilNanos >= 0) {
                    over = remove(hold);
                } else {
                    lookAt(name, retention);
                }
            }
        } finally {
            guard.unlock();
        }
        if (over != null) {
            letGo(over, RetentionEnd.EXPIRED);
        }
    }

    /**
     * The hold of a caller that gets a retained lock at once: the same lease, and the next token.
     *
     * @return null if there is none for it here
     */
    public @Nullable Hold take(LockName name, EffectiveOptions options, BooleanSupplier wanted) {
        HandOffOffer offer = claim(name, options);
        if (offer == null) {
            return null;
        }
        Hold hold = offer.hold(options, wanted);
        if (!hold.isProven() || holds.isClosing()) {
            offer.giveBack();
            return null;
        }
        offer.endBefore();
        // Published first: from the next line on the hold can end, and listeners must not learn of its end before this.
        holds.events.publish(() -> new LockEvent.Acquired(name.value(), hold.token(), Duration.ZERO));
        holds.acquiredAgain(hold);
        offer.deliverTo(hold);
        hold.check();
        return hold;
    }

    /** Takes a lock that suits the options, for a caller that accepts it; null if there is none. */
    public @Nullable HandOffOffer claim(LockName name, EffectiveOptions options) {
        if (!some) {
            return null;
        }
        Hold claimed;
        guard.lock();
        try {
            Hold hold = retained.get(name);
            if (hold == null || !hold.renewals().suits(options) || !hold.isFitForNext()) {
                return null;
            }
            claimed = remove(hold);
        } finally {
            guard.unlock();
        }
        return new HandOffOffer(holds, claimed);
    }

    /** Called under the guard. */
    private Hold remove(Hold hold) {
        retained.remove(hold.name());
        some = !retained.isEmpty();
        return hold;
    }

    private boolean removeIfRetained(Hold hold) {
        guard.lock();
        try {
            if (retained.get(hold.name()) != hold) {
                return false;
            }
            remove(hold);
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** Something else wants the lock, or it is no longer certain. */
    void letGoIfRetained(Hold hold, RetentionEnd end) {
        if (some && removeIfRetained(hold)) {
            letGo(hold, end);
        }
    }

    /** A waiter of this client gets the lock, or the store is asked to release it, in the background. */
    private void letGo(Hold hold, RetentionEnd end) {
        if (!new HandOffOffer(holds, hold).offerRetained()) {
            hold.giveBack(end);
        }
    }

    /**
     * Releases a retained lock at the store on this thread, for a caller that cannot use it: one that asks for another
     * lease, say.
     */
    public void release(LockName name) {
        if (!some) {
            return;
        }
        Hold hold;
        guard.lock();
        try {
            Hold found = retained.get(name);
            hold = found == null ? null : remove(found);
        } finally {
            guard.unlock();
        }
        if (hold != null) {
            hold.giveBackNow(RetentionEnd.UNSUITABLE);
        }
    }

    /**
     * Lets all locks go: the client closes, and retains no more.
     *
     * @return counted down by each request that is answered
     */
    public CountDownLatch letAllGo() {
        List<Hold> all;
        guard.lock();
        try {
            all = List.copyOf(retained.values());
            retained.clear();
            some = false;
        } finally {
            guard.unlock();
        }
        CountDownLatch answered = new CountDownLatch((all.size() + BULK - 1) / BULK);
        for (int from = 0; from < all.size(); from += BULK) {
            List<Hold> part = all.subList(from, Math.min(all.size(), from + BULK));
            try {
                holds.threads.closing.execute(() -> {
                    try {
                        releaseAtOnce(part);
                    } finally {
                        answered.countDown();
                    }
                });
            } catch (RuntimeException | Error e) {
                // No thread to be had, say: the compensations still have theirs.
                part.forEach(hold -> hold.giveBack(RetentionEnd.CLOSED));
                answered.countDown();
            }
        }
        return answered;
    }

    private void releaseAtOnce(List<Hold> part) {
        List<Attempt> attempts =
                part.stream().map(hold -> hold.grant().attempt()).toList();
        Optional<BulkSteps> bulk = holds.backend.bulk();
        List<ReleaseOutcome> outcomes = bulk.isPresent()
                ? bulk.get().releaseAll(attempts)
                : attempts.stream().map(holds.backend::release).toList();
        for (int i = 0; i < part.size(); i++) {
            part.get(i).gaveBack(outcomes.get(i), RetentionEnd.CLOSED);
        }
    }
}

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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The locks that this client retains: their handles are released, and the store still has their grants. The next
 * acquisition of such a name takes the grant from here; everything else that ends a retention takes it, too, and lets the
 * lock go at the store. Whichever thread takes it is the only one that may go on with it. Thread-safe, and threads with
 * different names do not meet.
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

    /** From the first release that retains a lock to the end of its grant. */
    private final ConcurrentMap<LockName, Retention> byName = new ConcurrentHashMap<>();

    private final ReentrantLock guard;

    /** The same, in the order in which they came here, or were last spared. */
    private final Set<Retention> listed = new LinkedHashSet<>();

    /**
     * The retained locks of a client that has none yet.
     *
     * @param most how many it retains at most, those included that have a handle again
     */
    RetainedLocks(Holds holds, int most) {
        this.holds = holds;
        this.most = most;
        guard = holds.machine.lock();
    }

    /** True while none is retained, nor has a handle again. */
    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /** Whether this client retains the grant of a token. */
    public boolean has(LockName name, long grantToken) {
        Retention retention = byName.get(name);
        Hold hold = retention == null ? null : retention.retained();
        return hold != null && hold.grant().token() == grantToken;
    }

    /** How many are retained, or have a handle again. */
    public int size() {
        guard.lock();
        try {
            return listed.size();
        } finally {
            guard.unlock();
        }
    }

    /**
     * Retains the lock of a hold that its holder releases, until its next renewal would be due at the latest: nothing is
     * renewed only to be retained. False if the store is to be asked to release it.
     */
    boolean retain(Hold hold, Retention retention, long nanos) {
        if (most == 0 || isWanted(retention) || !hold.renewals().isQuiet()) {
            return false;
        }
        // Before it can be taken: the thread that takes it may be the one that ends the grant.
        boolean first = !retention.listed;
        if (first) {
            list(retention);
        }
        // Reported before, and confirmed afterwards: listeners learn of the end before the next hold, and a thread that
        // waited
        // for the release can take the lock.
        hold.reportRetained();
        long over = holds.machine.nanoTime() + nanos;
        long due = hold.renewals().dueNanos();
        retention.retain(hold, due - over < 0 ? due : over);
        hold.confirmRetained();
        if (isWanted(retention)) {
            letGoIfRetained(retention, whyWanted(retention));
        }
        if (first) {
            makeRoom();
        }
        return true;
    }

    private boolean isWanted(Retention retention) {
        return holds.isClosing() || !retention.isPossible() || holds.queues.isWanted(retention.name());
    }

    private RetentionEnd whyWanted(Retention retention) {
        if (holds.isClosing()) {
            return RetentionEnd.CLOSED;
        }
        // A waiter of this client that does not accept the grant asks for other options.
        return retention.isPossible() ? RetentionEnd.UNSUITABLE : RetentionEnd.RECALLED;
    }

    private void list(Retention retention) {
        guard.lock();
        try {
            retention.listed = true;
            byName.put(retention.name(), retention);
            listed.add(retention);
        } finally {
            guard.unlock();
        }
    }

    /** Called under the guard. */
    private void unlist(Retention retention) {
        retention.listed = false;
        byName.remove(retention.name(), retention);
        listed.remove(retention);
    }

    /** The grant is over. */
    void forget(Retention retention) {
        retention.close();
        if (retention.listed) {
            guard.lock();
            try {
                unlist(retention);
            } finally {
                guard.unlock();
            }
        }
    }

    /** Lets a lock go that was not used lately, if there are too many. */
    private void makeRoom() {
        Hold unused = null;
        guard.lock();
        try {
            // Each is spared once at most, and those that have a handle each time.
            for (int looks = 2 * listed.size(); looks > 0 && unused == null && listed.size() > most; looks--) {
                Retention first = listed.iterator().next();
                unused = first.takeIfUnused();
                if (unused != null) {
                    unlist(first);
                } else {
                    listed.remove(first);
                    listed.add(first);
                }
            }
        } finally {
            guard.unlock();
        }
        if (unused != null) {
            letGo(unused, RetentionEnd.DISPLACED);
        }
    }

    /**
     * The hold of a caller that gets a retained lock at once: the same lease, and the next token.
     *
     * @return null if there is none for it here
     */
    public @Nullable Hold take(LockName name, EffectiveOptions options, BooleanSupplier wanted) {
        Hold before = takeFor(name, options);
        if (before == null) {
            return null;
        }
        Hold hold = new Hold(before, options, wanted);
        if (!hold.isProven() || holds.isClosing()) {
            before.compensateHandedOff();
            return null;
        }
        before.endHandedOff();
        // Published first: from the next line on the hold can end, and listeners must not learn of its end before this.
        holds.events.publish(
                () -> new LockEvent.Acquired(name.value(), hold.token(), Duration.ZERO), holds.events.calls(name));
        holds.acquiredAgain(hold);
        before.followedBy(hold);
        hold.check();
        return hold;
    }

    /** Takes a lock that suits the options, for a caller that accepts it; null if there is none. */
    public @Nullable HandOffOffer claim(LockName name, EffectiveOptions options) {
        Hold before = takeFor(name, options);
        return before == null ? null : new HandOffOffer(holds, before);
    }

    private @Nullable Hold takeFor(LockName name, EffectiveOptions options) {
        Retention retention = byName.get(name);
        return retention == null ? null : retention.takeFor(options);
    }

    /** Something else wants the lock, or it is no longer certain. */
    void letGoIfRetained(Retention retention, RetentionEnd end) {
        Hold hold = retention.take();
        if (hold != null) {
            letGo(hold, end);
        }
    }

    /** A waiter of this client gets the lock, or the store is asked to release it, in the background. */
    void letGo(Hold hold, RetentionEnd end) {
        if (!new HandOffOffer(holds, hold).offerRetained()) {
            hold.giveBack(end);
        }
    }

    /**
     * Releases a retained lock at the store on this thread, for a caller that cannot use it: one that asks for another
     * lease, say.
     */
    public void release(LockName name) {
        Retention retention = byName.get(name);
        Hold hold = retention == null ? null : retention.take();
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
        List<Hold> all = byName.values().stream()
                .map(Retention::take)
                .filter(Objects::nonNull)
                .toList();
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of locks in memory, to be shared by the clients of one test. Thread-safe.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * MemoryStore store = new MemoryStore();
 * LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
 * }</pre>
 *
 * <p>It measures leases by the clock of the client that asks: give all its clients the same one. Tokens come from one
 * counter, so that nothing is kept for a name that is neither held nor waited for.
 */
public final class MemoryStore {

    private static final int FIRST_SWEEP = 100;

    private final ReentrantLock guard = new ReentrantLock();
    private final Map<LockName, MemorySlot> slots = new HashMap<>();
    private int sweepAt = FIRST_SWEEP;
    private long lastToken;

    /** An empty store. */
    public MemoryStore() {
        // Nothing to set up: slots come with the first use of a name.
    }

    /**
     * A backend on this store, for one client.
     *
     * @return a backend that was not started; closing it leaves the store alone
     */
    public LockBackend backend() {
        return new MemoryLockBackend(this, () -> {});
    }

    /**
     * Lets the lease of a held lock end now. The holder finds out at its next renewal, or when its own deadline passes.
     *
     * @param name the lock
     * @return true if it was held
     * @throws IllegalArgumentException if the name is not valid
     */
    public boolean expire(String name) {
        return take(name) != null;
    }

    /**
     * Takes a held lock from its holder and tells the holder at once, as a store with sessions does.
     *
     * @param name the lock
     * @return true if it was held
     * @throws IllegalArgumentException if the name is not valid
     */
    public boolean lose(String name) {
        MemorySlot.Owner owner = take(name);
        if (owner != null) {
            owner.client().reportLost(owner.attempt().id(), "taken by MemoryStore.lose");
        }
        return owner != null;
    }

    /** Forgets all locks, as a store that lost its data. Waiters go on waiting, and tokens go on growing. */
    public void clear() {
        guarded(() -> {
            slots.values().forEach(slot -> slot.owner = null);
            slots.values().forEach(MemorySlot::signalFirst);
            slots.values().removeIf(MemorySlot::isIdle);
            return true;
        });
    }

    /** How many names something is known of. */
    int size() {
        return guarded(slots::size);
    }

    /** How many contests are in the queue of a lock. */
    int waiters(String name) {
        LockName lock = new LockName(name);
        return guarded(() -> {
            MemorySlot slot = slots.get(lock);
            return slot == null ? 0 : slot.waiterCount();
        });
    }

    AcquireOutcome acquire(Attempt attempt, MemoryLockBackend client, @Nullable MemoryContest contest) {
        return guarded(() -> {
            long now = client.clock().nanoTime();
            Duration busy = busyFor(attempt, contest, now);
            if (busy != null) {
                slotOf(attempt.name(), now).enqueue(contest, now);
                return new AcquireOutcome.Contended(busy);
            }
            return new AcquireOutcome.Granted(grant(attempt, client, contest, now));
        });
    }

    /** How long the lock stays out of reach at most; null if it is free or the attempt's own. Under the guard. */
    @Nullable
    Duration busyFor(Attempt attempt, @Nullable MemoryContest contest, long now) {
        MemorySlot slot = slots.get(attempt.name());
        if (slot == null) {
            return null;
        }
        slot.expireAt(now);
        MemorySlot.Owner owner = slot.owner;
        boolean granted = owner == null ? slot.isUp(contest) : owner.is(attempt);
        return granted ? null : slot.remaining(now);
    }

    /** Makes the attempt the owner of a lock that is not busy for it. Under the guard, as the look before it. */
    Grant grant(Attempt attempt, MemoryLockBackend client, @Nullable MemoryContest contest, long now) {
        MemorySlot slot = slotOf(attempt.name(), now);
        long end = now + attempt.lease().toNanos();
        long token = lastToken + 1;
        MemorySlot.Owner owner = slot.owner;
        if (owner != null && owner.is(attempt)) {
            token = owner.token();
            // A repeated request may come after a renewal that asked for more: the holder relies on that.
            end = owner.expiresNanos() - end > 0 ? owner.expiresNanos() : end;
        }
        lastToken = Math.max(lastToken, token + attempt.tokens() - 1);
        slot.granted(new MemorySlot.Owner(attempt, token, end, client), contest);
        return new Grant(attempt, token, now, attempt.lease());
    }

    /** Lets the lease run anew; false if the attempt is not the owner. */
    boolean renew(Attempt attempt, Duration lease, long now) {
        return guarded(() -> {
            MemorySlot slot = ownedBy(attempt, now);
            if (slot == null) {
                return false;
            }
            slot.extend(now + lease.toNanos());
            return true;
        });
    }

    /** Frees the lock; false if the attempt is not the owner. */
    boolean release(Attempt attempt, long now) {
        return guarded(() -> {
            MemorySlot slot = ownedBy(attempt, now);
            if (slot == null) {
                return false;
            }
            free(attempt.name(), slot);
            return true;
        });
    }

    Optional<Holder> inspect(LockName name, long now) {
        return guarded(() -> {
            MemorySlot slot = slots.get(name);
            if (slot == null) {
                return Optional.empty();
            }
            Optional<Holder> holder = slot.holder(now);
            forgetIfIdle(name, slot);
            return holder;
        });
    }

    void withdraw(LockName name, MemoryContest contest) {
        guarded(() -> {
            MemorySlot slot = slots.get(name);
            if (slot != null) {
                slot.leave(contest);
                forgetIfIdle(name, slot);
            }
            return true;
        });
    }

    private MemorySlot.@Nullable Owner take(String name) {
        LockName lock = new LockName(name);
        return guarded(() -> {
            MemorySlot slot = slots.get(lock);
            MemorySlot.Owner owner = slot == null ? null : slot.owner;
            if (slot != null && owner != null) {
                free(lock, slot);
            }
            return owner;
        });
    }

    private void free(LockName name, MemorySlot slot) {
        slot.owner = null;
        slot.signalFirst();
        forgetIfIdle(name, slot);
    }

    private void forgetIfIdle(LockName name, MemorySlot slot) {
        if (slot.isIdle()) {
            slots.remove(name);
        }
    }

    private @Nullable MemorySlot ownedBy(Attempt attempt, long now) {
        MemorySlot slot = slots.get(attempt.name());
        if (slot == null) {
            return null;
        }
        slot.expireAt(now);
        MemorySlot.Owner owner = slot.owner;
        if (owner != null && owner.is(attempt)) {
            return slot;
        }
        forgetIfIdle(attempt.name(), slot);
        return null;
    }

    /**
     * Looks through all slots whenever they have doubled, since nobody may ever ask again for a name whose lease ended.
     */
    private MemorySlot slotOf(LockName name, long now) {
        if (slots.size() >= sweepAt) {
            slots.values().forEach(slot -> slot.expireAt(now));
            slots.values().removeIf(MemorySlot::isIdle);
            sweepAt = Math.max(FIRST_SWEEP, 2 * slots.size());
        }
        return slots.computeIfAbsent(name, key -> new MemorySlot());
    }

    /** Does all of a step at once; a step may have others in it. */
    <T extends @Nullable Object> T guarded(Supplier<T> step) {
        guard.lock();
        try {
            return step.get();
        } finally {
            guard.unlock();
        }
    }
}

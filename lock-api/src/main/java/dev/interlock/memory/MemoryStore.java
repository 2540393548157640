// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import dev.interlock.HeldLock;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store of locks in memory, shared by the clients of one test. Thread-safe.
 *
 * <pre>{@code
 * ManualClock clock = new ManualClock();
 * MemoryStore store = new MemoryStore();
 * LockClient client = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
 *
 * LockHandle handle = client.lock("a").acquire();
 * store.lose("a"); // the client notifies the holder: onLost, interruptOnLoss
 * }</pre>
 *
 * <p>The store measures leases by the clock of the requesting client, so give all its clients the same clock. All
 * tokens come from one counter, so the store keeps nothing for a name that is neither held nor waited for.
 */
public final class MemoryStore {

    static final int FIRST_SWEEP = 100;

    private final ReentrantLock guard = new ReentrantLock();
    private final Map<LockName, MemorySlot> slots = new HashMap<>();
    final MemoryShares shares = new MemoryShares();
    private int sweepAt = FIRST_SWEEP;
    private long lastToken;

    /** Creates an empty store. */
    public MemoryStore() {
        // Nothing to set up: slots are created with the first use of a name.
    }

    /**
     * Returns a backend on this store, for one client.
     *
     * @return a backend for {@link dev.interlock.LockClient#using}, which starts it. Closing it does not affect the
     *     store.
     */
    public LockBackend backend() {
        return new MemoryLockBackend(this);
    }

    /**
     * Ends the lease of a held lock now. The holder finds out at its next renewal or at its own deadline.
     *
     * @param name the lock
     * @return true if it was held
     * @throws IllegalArgumentException if the name is not valid
     */
    public boolean expire(String name) {
        return take(name) != null;
    }

    /**
     * Takes a held lock from its holder and notifies the holder at once, as a store with sessions does.
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

    /**
     * Removes all holds, like a store whose locks were deleted. Waiters keep waiting, and tokens keep growing. Holders of
     * locks that were held for a tenth of a second are notified at once.
     */
    public void clear() {
        List<MemorySlot.Owner> deleted = new ArrayList<>();
        guarded(() -> {
            slots.values().stream()
                    .map(slot -> slot.owner)
                    .filter(Objects::nonNull)
                    .forEach(deleted::add);
            slots.values().forEach(slot -> slot.owner = null);
            slots.values().forEach(MemorySlot::signalFirst);
            slots.values().removeIf(MemorySlot::isIdle);
            shares.clear();
            return true;
        });
        notifyOf(deleted);
    }

    /** Without the guard, since listeners may call. */
    private static void notifyOf(List<MemorySlot.Owner> deleted) {
        deleted.forEach(owner -> owner.client().deleted(owner.attempt().id()));
    }

    /** The number of names for which the store keeps a slot. */
    int size() {
        return guarded(slots::size);
    }

    /** The number of contests in the queue of a lock. */
    int waiters(String name) {
        LockName lock = new LockName(name);
        return guarded(() -> {
            MemorySlot slot = slots.get(lock);
            return slot == null ? 0 : slot.waiterCount();
        });
    }

    AcquireOutcome acquire(Attempt attempt, MemoryLockBackend client, @Nullable MemoryContest contest) {
        List<Runnable> recalls = new ArrayList<>(1);
        AcquireOutcome outcome = guarded(() -> {
            long now = client.clock().nanoTime();
            Duration busy = busyFor(attempt, contest, now);
            AcquireOutcome found;
            if (busy != null) {
                MemorySlot slot = slotOf(attempt.name(), now);
                slot.enqueue(contest, now);
                found = new AcquireOutcome.Contended(busy);
            } else {
                found = new AcquireOutcome.Granted(grant(attempt, client, contest, now));
            }
            recalls.addAll(recalls(attempt, client));
            return found;
        });
        recalls.forEach(Runnable::run);
        return outcome;
    }

    /**
     * What tells the owner of a lock that another client wants it: the one that asks now, or one that waits already and
     * will not ask again before the lock is free. Called under the guard; to be run without it.
     */
    List<Runnable> recalls(Attempt asked, MemoryLockBackend client) {
        MemorySlot slot = slots.get(asked.name());
        MemorySlot.Owner owner = slot == null ? null : slot.owner;
        if (slot == null || owner == null || !owner.attempt().recallable()) {
            return List.of();
        }
        boolean wanted = owner.is(asked) ? slot.waiterCount() > 0 : owner.client() != client;
        return wanted
                ? List.of(() -> owner.client().reportWanted(owner.attempt().id()))
                : List.of();
    }

    /** How long the lock stays taken at most; null if it is free or owned by the attempt. Called under the guard. */
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

    /** Makes the attempt the owner of a lock that is not busy for it. The caller holds the guard since its check. */
    Grant grant(Attempt attempt, MemoryLockBackend client, @Nullable MemoryContest contest, long now) {
        MemorySlot slot = slotOf(attempt.name(), now);
        long end = now + attempt.lease().toNanos();
        long token = lastToken + 1;
        MemorySlot.Owner owner = slot.owner;
        if (owner != null && owner.is(attempt)) {
            token = owner.token();
            // The attempt may be repeated after a renewal with a longer lease. The holder relies on the longer one.
            end = owner.expiresNanos() - end > 0 ? owner.expiresNanos() : end;
        }
        lastToken = Math.max(lastToken, token + attempt.tokens() - 1);
        slot.granted(new MemorySlot.Owner(attempt, token, end, client), contest);
        return Grant.of(attempt, token, now, attempt.lease());
    }

    /** Renews the lease; false if the attempt is not the owner. */
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

    /** Whether the attempt owns its lock. */
    boolean isOwner(Attempt attempt, long now) {
        return guarded(() -> ownedBy(attempt, now) != null);
    }

    /** Releases the lock; false if the attempt is not the owner. */
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

    List<HeldLock> held(String prefix, int atMost, long now) {
        return guarded(() -> {
            List<HeldLock> held = new ArrayList<>();
            slots.forEach((name, slot) -> {
                if (name.value().startsWith(prefix) && held.size() < atMost) {
                    slot.holder(now)
                            .map(holder ->
                                    new HeldLock(name, holder, Optional.empty(), OptionalInt.of(slot.waiterCount())))
                            .ifPresent(held::add);
                }
            });
            return held;
        });
    }

    /** Frees the lock if its holder has the token. A holder whose lock is watched is notified. */
    FreeOutcome free(LockName name, long token, long now) {
        List<MemorySlot.Owner> freed = new ArrayList<>(1);
        FreeOutcome outcome = guarded(() -> {
            MemorySlot slot = slots.get(name);
            MemorySlot.Owner owner = slot == null ? null : slot.ownerAt(now);
            if (slot == null) {
                return new FreeOutcome.NotHeld();
            }
            if (owner == null) {
                forgetIfIdle(name, slot);
                return new FreeOutcome.NotHeld();
            }
            if (owner.token() != token) {
                return new FreeOutcome.OtherToken(owner.token());
            }
            free(name, slot);
            freed.add(owner);
            return new FreeOutcome.Freed();
        });
        notifyOf(freed);
        return outcome;
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
     * Finds or creates a slot. Removes expired and idle slots whenever their number has doubled, because a name whose
     * lease has ended may never be requested again.
     */
    private MemorySlot slotOf(LockName name, long now) {
        if (slots.size() >= sweepAt) {
            slots.values().forEach(slot -> slot.expireAt(now));
            slots.values().removeIf(MemorySlot::isIdle);
            sweepAt = Math.max(FIRST_SWEEP, 2 * slots.size());
        }
        return slots.computeIfAbsent(name, key -> new MemorySlot());
    }

    /** Runs a whole step under the guard. Steps can be nested. */
    <T extends @Nullable Object> T guarded(Supplier<T> step) {
        guard.lock();
        try {
            return step.get();
        } finally {
            guard.unlock();
        }
    }
}

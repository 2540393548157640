// SPDX-License-Identifier: Apache-2.0
package dev.interlock.guard;

import dev.interlock.LockName;
import dev.interlock.StaleTokenException;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A guard for a resource in one JVM: a file that one service writes, a device, an object in memory. Thread-safe.
 *
 * <pre>{@code
 * FencingDomain domain = new FencingDomain("shop-locks", 1); // the lock store, configured next to its address
 * FencingGuard guard = new FencingGuard(100_000); // one for each resource
 *
 * // At the resource, with the name and the token that the holder sent:
 * int left = guard.claim(domain.claim(lockName, token), () -> stock.take(item));
 * }</pre>
 *
 * <p>Put the guard where the resource is changed, not where the lock is held. In a service that many holders call, each
 * call sends domain, lock and token. The guard keeps its claims in memory, so it suits resources that end with the JVM.
 * {@code SqlFencingGuard} of {@code lock-jdbc} and {@code RedisFencingGuard} of {@code lock-redis} store them beside
 * the data that they guard.
 *
 * <p>For a {@linkplain dev.interlock.DistributedReadWriteLock lock for readers and writers} there are
 * {@link FencingDomain#writing(dev.interlock.LockHandle) writing} and
 * {@link FencingDomain#reading(dev.interlock.LockHandle) reading} in place of {@code claim}.
 *
 * <p>Memory: about 200 bytes for each claimed lock name, at most {@code maxNames} names. A full guard refuses new
 * names. It never forgets a name by itself, because any old holder could then claim it.
 */
public final class FencingGuard {

    private final int maxNames;
    private final ConcurrentMap<Key, Seen> names = new ConcurrentHashMap<>();

    /** Held while names are counted: a map that loses one still counts it for a moment. */
    private final ReentrantLock counting = new ReentrantLock();

    /**
     * Creates a guard without claims.
     *
     * @param maxNames the maximum number of (domain name, lock) pairs that it keeps, at least 1
     * @throws IllegalArgumentException if {@code maxNames} is less than 1
     */
    public FencingGuard(int maxNames) {
        if (maxNames < 1) {
            throw new IllegalArgumentException("maxNames must be at least 1 but was " + maxNames);
        }
        this.maxNames = maxNames;
    }

    /**
     * Records the claim and runs the effect in one step: no other claim of this name comes between. A later call with
     * the same claim may write what this call has read. If another hold claimed the name in between, that later call is
     * refused. If the effect throws, the claim is still recorded.
     *
     * <p>Other threads with claims of this name wait uninterruptibly while the effect runs, so keep it short.
     *
     * @param claim the claim of the hold
     * @param effect reads and writes the resource
     * @param <T> the result type
     * @param <E> the exception type
     * @return the result of the effect
     * @throws E if the effect fails
     * @throws StaleTokenException if a later hold has claimed the name. The effect was not run.
     * @throws IllegalStateException if the guard is full and the name is new, or if this thread is inside an effect for
     *     another hold of the same name. The effect was not run.
     */
    public <T extends @Nullable Object, E extends Exception> T claim(FencingClaim claim, Effect<T, E> effect) throws E {
        return claim(
                Key.of(claim),
                seen -> {
                    seen.check(claim);
                    seen.record(claim);
                },
                effect);
    }

    /**
     * Records the claim of a reader and runs the effect in one step, such as to fill a cache. Readers do not refuse each
     * other, but their effects run one after another. Otherwise as {@link #claim(FencingClaim, Effect)}.
     *
     * @param claim the claim of the hold
     * @param effect reads and writes the resource
     * @param <T> the result type
     * @param <E> the exception type
     * @return the result of the effect
     * @throws E if the effect fails
     * @throws StaleTokenException if a later hold has claimed to write, or a later generation has claimed. The effect
     *     was not run.
     * @throws IllegalStateException as for a writer's claim
     */
    public <T extends @Nullable Object, E extends Exception> T claim(ReadingClaim claim, Effect<T, E> effect) throws E {
        return claim(
                Key.of(claim),
                seen -> {
                    seen.check(claim);
                    seen.record(claim);
                },
                effect);
    }

    private <T extends @Nullable Object, E extends Exception> T claim(
            Key key, Consumer<Seen> checkAndRecord, Effect<T, E> effect) throws E {
        while (true) {
            Seen seen = seen(key);
            seen.lock.lock();
            try {
                // The name was forgotten while this thread waited, so start again with a new entry.
                if (!seen.forgotten) {
                    checkAndRecord.accept(seen);
                    return effect.run();
                }
            } finally {
                seen.lock.unlock();
            }
        }
    }

    /**
     * Records several claims and runs the effect in one step, as {@link #claim(FencingClaim, Effect)} does. All claims
     * are recorded, or none.
     *
     * @param claims one or more, in any order, at most one of each name
     * @param effect reads and writes the resources
     * @param <T> the result type
     * @param <E> the exception type
     * @return the result of the effect
     * @throws E if the effect fails
     * @throws StaleTokenException if a later hold has claimed one of the names. Nothing was recorded and the effect was
     *     not run.
     * @throws IllegalArgumentException if there is no claim, or there are two of one name
     * @throws IllegalStateException as in {@link #claim(FencingClaim, Effect)}
     */
    public <T extends @Nullable Object, E extends Exception> T claimAll(
            Collection<FencingClaim> claims, Effect<T, E> effect) throws E {
        SortedMap<Key, FencingClaim> sorted = new TreeMap<>();
        for (FencingClaim claim : claims) {
            if (sorted.put(Key.of(claim), claim) != null) {
                throw new IllegalArgumentException("claims must hold one of each name but has two of " + claim.lock());
            }
        }
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("claims must not be empty");
        }
        return claimNext(List.copyOf(sorted.values()), 0, effect);
    }

    /** Locks the names one after another, always in the same order, and then claims all of them. */
    private <T extends @Nullable Object, E extends Exception> T claimNext(
            List<FencingClaim> claims, int from, Effect<T, E> effect) throws E {
        if (from == claims.size()) {
            claims.forEach(claim -> seen(Key.of(claim)).record(claim));
            return effect.run();
        }
        while (true) {
            Seen seen = seen(Key.of(claims.get(from)));
            seen.lock.lock();
            try {
                if (!seen.forgotten) {
                    seen.check(claims.get(from));
                    return claimNext(claims, from + 1, effect);
                }
            } finally {
                seen.lock.unlock();
            }
        }
    }

    /**
     * Forgets a name whose resource no longer exists. The next claim of that name is accepted with any token, so call
     * this only when no old holder can return. For a lock for readers and writers it is the writing half, such as
     * {@code prices/write}, that is forgotten, with all its readers. Waits for a running effect. A name that was never
     * claimed is no error.
     *
     * @param domain the domain, of any generation
     * @param lockName the lock
     * @throws IllegalStateException if this thread is inside an effect for that name
     */
    public void forget(FencingDomain domain, String lockName) {
        Key key = new Key(domain.name(), new LockName(lockName));
        Seen seen = names.get(key);
        if (seen != null) {
            if (seen.lock.isHeldByCurrentThread()) {
                throw new IllegalStateException("'" + lockName
                        + "' not forgotten: this thread is within an effect for it, which must end first");
            }
            seen.lock.lock();
            try {
                seen.forgotten = true;
                remove(key, seen);
            } finally {
                seen.lock.unlock();
            }
        }
    }

    private void remove(Key key, Seen seen) {
        counting.lock();
        try {
            names.remove(key, seen);
        } finally {
            counting.unlock();
        }
    }

    private Seen seen(Key key) {
        Seen seen = names.get(key);
        return seen == null ? added(key) : seen;
    }

    private Seen added(Key key) {
        counting.lock();
        try {
            if (names.size() >= maxNames && !names.containsKey(key)) {
                throw new IllegalStateException("'" + key.lock + "' not claimed: the guard remembers " + maxNames
                        + " names already and must not forget one by itself: raise maxNames, or forget names whose"
                        + " resource is gone");
            }
            return names.computeIfAbsent(key, name -> new Seen());
        } finally {
            counting.unlock();
        }
    }

    /**
     * Work on a guarded resource.
     *
     * @param <T> the result type
     * @param <E> the exception type
     */
    @FunctionalInterface
    public interface Effect<T extends @Nullable Object, E extends Exception> {

        /**
         * Reads and writes the resource.
         *
         * @return the result
         * @throws E if the work fails
         */
        T run() throws E;
    }

    private record Key(String domain, LockName lock) implements Comparable<Key> {

        static Key of(FencingClaim claim) {
            return new Key(claim.domain().name(), claim.lock());
        }

        static Key of(ReadingClaim claim) {
            return new Key(claim.domain().name(), claim.writeLock());
        }

        @Override
        public int compareTo(Key other) {
            int byDomain = domain.compareTo(other.domain);
            return byDomain != 0 ? byDomain : lock.compareTo(other.lock);
        }
    }
}

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
import org.jspecify.annotations.Nullable;

/**
 * A guard for a resource that lives in one JVM: a file that one service writes, a device, an object in memory.
 * Thread-safe.
 *
 * <p>It must live where the resource is changed, not where the lock is held: in the service, say, that many holders
 * call, each sending domain, lock and token along. What it has seen is gone with its JVM, so it suits what ends with
 * the JVM, too; for what is in a database or in Redis there are guards that keep their claims there.
 *
 * <p>Memory: about 200 bytes for each lock name that was claimed, at most {@code maxNames} of them. A full guard
 * refuses new names and forgets none by itself, because a forgotten name lets every old holder in.
 */
public final class FencingGuard {

    private final int maxNames;
    private final ConcurrentMap<Key, Seen> names = new ConcurrentHashMap<>();
    private final ReentrantLock adding = new ReentrantLock();

    /**
     * Makes a guard that has seen nothing.
     *
     * @param maxNames how many (domain name, lock) pairs it remembers, at least 1
     * @throws IllegalArgumentException if {@code maxNames} is less than 1
     */
    public FencingGuard(int maxNames) {
        if (maxNames < 1) {
            throw new IllegalArgumentException("maxNames must be at least 1 but was " + maxNames);
        }
        this.maxNames = maxNames;
    }

    /**
     * Records the claim and works on the resource, in one step: no other claim of this name gets in between. What is
     * read in here may be written in a later call with the same claim: if another hold came between, that call is
     * refused. An effect that throws has claimed all the same.
     *
     * <p>Others wait, uninterruptibly, while the effect runs: keep it short.
     *
     * @param claim whose turn it is
     * @param effect reads and writes the resource
     * @param <T> what it returns
     * @param <E> what it may throw
     * @return what the effect returned
     * @throws E as the effect does
     * @throws StaleTokenException if a later hold has claimed the name; the effect was not run
     * @throws IllegalStateException if the guard is full and the name is new, or if this thread is within an effect for
     *     another hold of the same name; the effect was not run
     */
    public <T extends @Nullable Object, E extends Exception> T claim(FencingClaim claim, Effect<T, E> effect) throws E {
        while (true) {
            Seen seen = seen(claim);
            seen.lock.lock();
            try {
                // Forgotten while we waited: the name starts anew elsewhere.
                if (!seen.forgotten) {
                    seen.check(claim);
                    seen.record(claim);
                    return effect.run();
                }
            } finally {
                seen.lock.unlock();
            }
        }
    }

    /**
     * Records several claims and works on what they guard, in one step, as {@link #claim} does: all of them are recorded,
     * or none.
     *
     * @param claims one or more, in any order, at most one of each name
     * @param effect reads and writes the resources
     * @param <T> what it returns
     * @param <E> what it may throw
     * @return what the effect returned
     * @throws E as the effect does
     * @throws StaleTokenException if a later hold has claimed one of the names; nothing was recorded and the effect was
     *     not run
     * @throws IllegalArgumentException if there is no claim, or there are two of one name
     * @throws IllegalStateException as {@link #claim}
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

    /** Locks one name after another, all in one order everywhere, and then claims all of them. */
    private <T extends @Nullable Object, E extends Exception> T claimNext(
            List<FencingClaim> claims, int from, Effect<T, E> effect) throws E {
        if (from == claims.size()) {
            claims.forEach(claim -> seen(claim).record(claim));
            return effect.run();
        }
        while (true) {
            Seen seen = seen(claims.get(from));
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
     * Forgets a name, for a resource that is gone. From then on the next claim is accepted whatever its token, so call
     * it only when no old holder can come any more. Waits for an effect that is running. A name that was never claimed
     * is no error.
     *
     * @param domain of any generation
     * @param lockName the lock
     * @throws IllegalStateException if this thread is within an effect for that name
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
                names.remove(key, seen);
            } finally {
                seen.lock.unlock();
            }
        }
    }

    private Seen seen(FencingClaim claim) {
        Key key = Key.of(claim);
        Seen seen = names.get(key);
        return seen == null ? added(key) : seen;
    }

    private Seen added(Key key) {
        adding.lock();
        try {
            if (names.size() >= maxNames && !names.containsKey(key)) {
                throw new IllegalStateException("'" + key.lock + "' not claimed: the guard remembers " + maxNames
                        + " names already and must not forget one by itself: raise maxNames, or forget names whose"
                        + " resource is gone");
            }
            return names.computeIfAbsent(key, name -> new Seen());
        } finally {
            adding.unlock();
        }
    }

    /**
     * Work on a guarded resource.
     *
     * @param <T> what it returns
     * @param <E> what it may throw
     */
    @FunctionalInterface
    public interface Effect<T extends @Nullable Object, E extends Exception> {

        /**
         * Reads and writes the resource.
         *
         * @return the result
         * @throws E as the work does
         */
        T run() throws E;
    }

    private record Key(String domain, LockName lock) implements Comparable<Key> {

        static Key of(FencingClaim claim) {
            return new Key(claim.domain().name(), claim.lock());
        }

        @Override
        public int compareTo(Key other) {
            int byDomain = domain.compareTo(other.domain);
            return byDomain != 0 ? byDomain : lock.compareTo(other.lock);
        }
    }

    /** The latest claim of a name; all fields are used under the lock. */
    private static final class Seen {

        private final ReentrantLock lock = new ReentrantLock();
        private int generation;
        private long token;
        private boolean forgotten;

        void check(FencingClaim claim) {
            if (claim.isOlderThan(generation, token)) {
                throw claim.refusal(generation, token);
            }
            boolean same = claim.domain().generation() == generation && claim.token() == token;
            if (!same && lock.getHoldCount() > 1) {
                throw new IllegalStateException("'" + claim.lock() + "' not claimed with token " + claim.token()
                        + ": this thread is within an effect for token " + token + ", which is not over: end it first");
            }
        }

        void record(FencingClaim claim) {
            generation = claim.domain().generation();
            token = claim.token();
        }
    }
}

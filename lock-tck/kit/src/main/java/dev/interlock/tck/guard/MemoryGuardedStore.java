// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingGuard;
import dev.interlock.guard.ReadingClaim;
import java.util.concurrent.atomic.AtomicLong;

/** A guarded number in this JVM. Thread-safe. */
public final class MemoryGuardedStore implements GuardedStore {

    private final AtomicLong number = new AtomicLong();
    private final Claiming guard;
    private final Reading readers;

    /**
     * Creates a number at 0, for holders of an exclusive lock.
     *
     * @param guard the guard under test
     */
    public MemoryGuardedStore(Claiming guard) {
        this(guard, (claim, effect) -> {
            throw new IllegalStateException("this number has no readers, but one came: " + claim);
        });
    }

    /**
     * Creates a number at 0, for readers and writers.
     *
     * @param guard the guard under test
     * @param readers how it takes the claims of readers
     */
    public MemoryGuardedStore(Claiming guard, Reading readers) {
        this.guard = guard;
        this.readers = readers;
    }

    /** The form of {@link FencingGuard#claim(FencingClaim, FencingGuard.Effect)}, for a sound guard or a broken one. */
    @FunctionalInterface
    public interface Claiming {

        /**
         * Claims, then runs the effect, in one step.
         *
         * @param claim the claim of the hold
         * @param effect the guarded effect
         * @return the result of the effect
         * @throws dev.interlock.StaleTokenException if a newer claim was seen; the effect was not run
         */
        Long claim(FencingClaim claim, FencingGuard.Effect<Long, RuntimeException> effect);
    }

    /** The form of {@link FencingGuard#claim(ReadingClaim, FencingGuard.Effect)}, for a sound guard or a broken one. */
    @FunctionalInterface
    public interface Reading {

        /**
         * Claims, then runs the effect, in one step.
         *
         * @param claim the claim of the reader
         * @param effect the guarded effect
         * @return the result of the effect
         * @throws dev.interlock.StaleTokenException if a later hold has claimed to write; the effect was not run
         */
        Long claim(ReadingClaim claim, FencingGuard.Effect<Long, RuntimeException> effect);
    }

    @Override
    public void claim(FencingClaim claim) {
        guard.claim(claim, number::get);
    }

    @Override
    public long claimAndRead(FencingClaim claim) {
        return guard.claim(claim, number::get);
    }

    @Override
    public void claimAndWrite(FencingClaim claim, long value, Runnable pause) {
        guard.claim(claim, () -> {
            pause.run();
            return number.getAndSet(value);
        });
    }

    @Override
    public void claimAndWrite(ReadingClaim claim, long value) {
        readers.claim(claim, () -> number.getAndSet(value));
    }

    @Override
    public long read() {
        return number.get();
    }

    @Override
    public void write(long value) {
        number.set(value);
    }

    @Override
    public boolean isBlocked(Thread thread) {
        return thread.getState() == Thread.State.WAITING;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.machine;

import dev.interlock.spi.AttemptId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids of attempts: 128 bits from {@link SecureRandom}, which is asked for several at once, since all threads of the
 * process wait for each other there. The upper half is the same for those that were fetched together, and the lower half
 * is of each one's own, so that an id that is known leaves 64 bits to be guessed of the next one. Thread-safe.
 *
 * <p>What was fetched is used up or thrown away within a tenth of a second. A machine that is copied while it rests, as
 * when functions are started from a snapshot, must not go on with the same ids in both copies: each would find the other's
 * grant to be its own. The JDK keeps what it has read of the system's randomness no longer either.
 */
final class AttemptIds {

    static final int IDS_AT_ONCE = 16;
    private static final long MAX_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A power of two; threads beyond it share. */
    private static final int STRIPES = 32;

    private final SecureRandom random;
    private final LongSupplier nanoTime;
    private final AtomicReferenceArray<@Nullable Fetched> stripes;

    /**
     * Ids that are not fetched yet.
     *
     * @param random where they come from
     * @param nanoTime a monotonic clock
     */
    AttemptIds(SecureRandom random, LongSupplier nanoTime) {
        this(random, nanoTime, STRIPES);
    }

    /** The same with so many stripes, a power of two, for tests. */
    AttemptIds(SecureRandom random, LongSupplier nanoTime, int stripes) {
        this.random = random;
        this.nanoTime = nanoTime;
        this.stripes = new AtomicReferenceArray<>(stripes);
    }

    /** An id that no other attempt has. */
    AttemptId next() {
        int stripe = (int) Thread.currentThread().getId() & (stripes.length() - 1);
        long now = nanoTime.getAsLong();
        @Nullable Fetched fetched = stripes.get(stripe);
        AttemptId id = fetched == null ? null : fetched.take(now);
        while (id == null) {
            // If two threads of a stripe come here, the ids of one are used once at least, and of none twice.
            Fetched more = fetch(now);
            stripes.set(stripe, more);
            id = more.take(now);
        }
        return id;
    }

    private Fetched fetch(long now) {
        byte[] bytes = new byte[(1 + IDS_AT_ONCE) * Long.BYTES];
        random.nextBytes(bytes);
        return new Fetched(ByteBuffer.wrap(bytes), now, new AtomicInteger());
    }

    /** Random bits: the upper half of all ids, then each one's lower half, which is given out once. */
    private record Fetched(ByteBuffer bits, long sinceNanos, AtomicInteger taken) {

        /** Null if there are none left, or none that are young enough. */
        @Nullable
        AttemptId take(long now) {
            if (now - sinceNanos > MAX_AGE_NANOS || taken.get() >= IDS_AT_ONCE) {
                return null;
            }
            int mine = taken.getAndIncrement();
            return mine < IDS_AT_ONCE ? new AttemptId(bits.getLong(0), bits.getLong((1 + mine) * Long.BYTES)) : null;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.Renewal;
import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingDomain;
import dev.interlock.tck.LockFixture;
import java.time.Duration;

/**
 * Two holds of a real lock that overlap in time, as two clients see it. The lease of the first hold ended at the store
 * while its client was paused, and the second client was granted the lock. Both handles are {@code HELD}.
 */
public final class OverlappingHolds implements AutoCloseable {

    /** The domain of these locks' tokens. */
    public static final FencingDomain DOMAIN = new FencingDomain("tck-locks", 1);

    private final LockClient first;
    private final LockClient second;
    private final LockHandle older;
    private final LockHandle newer;

    /**
     * Lets both clients hold a lock.
     *
     * @param fixture the lock's store; it must have {@linkplain LockFixture#storeHooks() hooks}
     */
    public OverlappingHolds(LockFixture fixture) {
        String name = fixture.uniqueName();
        AcquireOptions once = AcquireOptions.waitAtMost(Duration.ZERO)
                .withLease(fixture.longLease())
                .withRenewal(Renewal.NONE);
        first = fixture.open(ClientOptions.STANDARD);
        second = fixture.open(ClientOptions.STANDARD);
        older = acquired(first, name, once);
        fixture.storeHooks().orElseThrow().expire(name);
        newer = acquired(second, name, once);
        if (older.state() != HandleState.HELD || newer.state() != HandleState.HELD) {
            throw new IllegalStateException(
                    "both must believe they hold '" + name + "': " + older.state() + ", " + newer.state());
        }
    }

    private static LockHandle acquired(LockClient client, String name, AcquireOptions options) {
        try {
            return client.lock(name).tryAcquire(options).orElseThrow();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while acquiring '" + name + "'", e);
        }
    }

    /**
     * Returns the claim of the hold that is over.
     *
     * @return a claim of {@link #DOMAIN}
     */
    public FencingClaim older() {
        return DOMAIN.claim(older);
    }

    /**
     * Returns the claim of the later hold.
     *
     * @return a claim of {@link #DOMAIN}
     */
    public FencingClaim newer() {
        return DOMAIN.claim(newer);
    }

    @Override
    public void close() {
        first.close();
        second.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.guard;

import dev.interlock.guard.FencingClaim;
import dev.interlock.guard.FencingGuard;
import dev.interlock.report.benchmark.Contender;
import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.tck.guard.GuardedStore;
import dev.interlock.tck.guard.MemoryGuardedStore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The guard of lock-api, in front of a number of this JVM. */
public final class MemoryGuard implements GuardUnderTest {

    private static final int NAMES = 100;

    /** A new guard. */
    public MemoryGuard() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "plain Java";
    }

    @Override
    public GuardedStore store(String lockName) {
        return new MemoryGuardedStore(new FencingGuard(NAMES)::claim);
    }

    @Override
    public String update() {
        return "increments a number of this JVM";
    }

    @Override
    public Contender.Operation guarded(FencingClaim claim) {
        FencingGuard guard = new FencingGuard(NAMES);
        AtomicLong number = new AtomicLong();
        return () -> guard.claim(claim, number::incrementAndGet);
    }

    @Override
    public Contender.Operation plain() {
        AtomicLong number = new AtomicLong();
        return number::incrementAndGet;
    }

    @Override
    public @Nullable RequestCounter counter() {
        return null;
    }

    @Override
    public void close() {
        // Nothing to free.
    }
}

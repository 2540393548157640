// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.LockName;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.context.StandaloneContext;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An old and a new store in memory, with the clients of each phase of a move. */
final class TwoStores {

    static final LockName LOCK = new LockName("a");
    static final Duration LEASE = Duration.ofSeconds(10);

    final MemoryStore old = new MemoryStore();
    final MemoryStore recent = new MemoryStore();
    final ManualClock clock = new ManualClock();
    final StandaloneContext context = new StandaloneContext(clock);

    LockBackend oldOnly() {
        return started(old.backend());
    }

    LockBackend newOnly() {
        return started(recent.backend());
    }

    MigrationBackend both() {
        return started(MigrationBackend.both(old.backend(), recent.backend()));
    }

    MigrationBackend both(NewGeneration generation) {
        return started(MigrationBackend.both(old.backend(), recent.backend(), generation));
    }

    MovedBackend moved(int generation) {
        return started(MovedBackend.to(recent.backend(), generation));
    }

    <T extends LockBackend> T started(T backend) {
        backend.start(context);
        return backend;
    }

    boolean isHeldInOld() {
        return oldOnly().inspect(LOCK).isPresent();
    }

    boolean isHeldInNew() {
        return newOnly().inspect(LOCK).isPresent();
    }

    static Attempt attempt() {
        return attempt(1, null);
    }

    static Attempt attempt(int tokens, @Nullable String hint) {
        return Attempt.of(LOCK, AttemptId.random(), LEASE, tokens, hint);
    }

    static boolean isGranted(AcquireOutcome outcome) {
        return outcome instanceof AcquireOutcome.Granted;
    }

    static long token(AcquireOutcome outcome) {
        return ((AcquireOutcome.Granted) outcome).grant().token();
    }
}

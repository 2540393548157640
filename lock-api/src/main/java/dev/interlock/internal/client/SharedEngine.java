// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.Once;
import dev.interlock.internal.share.PartLocks;
import dev.interlock.internal.share.SharedLocks;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ShareSteps;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The engine behind the locks of a client that several may hold, which begins with the first of them. A client without
 * such locks pays nothing for it. Thread-safe.
 */
final class SharedEngine {

    /** How often readers that join ask whether others wait, in the time for which a client may hand a lock to itself. */
    private static final int READERS_ASK = 10;

    private final Engine outer;
    private final LockBackend store;
    private final ClientOptions options;
    private final ReentrantLock guard;
    private volatile @Nullable Running running;
    private boolean closed;

    private record Running(Engine engine, SharedLocks locks) {}

    SharedEngine(Engine outer, LockBackend store, ClientOptions options) {
        this.outer = outer;
        this.store = store;
        this.options = options;
        guard = outer.threads.machine.lock();
    }

    /** The locks. */
    SharedLocks locks() {
        outer.acquisitions.requireOpen();
        Running known = running;
        return known != null ? known.locks : begin().locks;
    }

    private Running begin() {
        guard.lock();
        try {
            Running known = running;
            if (known != null) {
                return known;
            }
            ShareSteps shares = store.shares().orElseThrow(this::refused);
            LockBackend parts = SharedLocks.backend(store, shares);
            Engine engine = outer.forParts(parts);
            SharedLocks locks = new SharedLocks(
                    parts,
                    shares,
                    new Parts(engine, new Defaults(options)),
                    engine.threads,
                    options.handOff().within().dividedBy(READERS_ASK));
            Running begun = new Running(engine, locks);
            if (closed) {
                locks.close();
                engine.close();
            }
            running = begun;
            return begun;
        } finally {
            guard.unlock();
        }
    }

    private LockUnavailableException refused() {
        return new LockUnavailableException(
                outer.backend.store() + " has no locks for readers and writers and no semaphores: it does not declare"
                        + " SHARES; use client.lock, or a store that declares it",
                null);
    }

    /** Passes a report of the store on: it does not know which engine asked. */
    void report(Consumer<BackendContext> report) {
        Running known = running;
        if (known != null) {
            report.accept(known.engine.new Context());
        }
    }

    /** True while no part is held, acquired or waited for. */
    boolean isIdle() {
        Running known = running;
        return known == null || (known.engine.isIdle() && known.locks.isEmpty());
    }

    /** Begins to close; counted down when all parts are released, as far as the store answered. */
    CountDownLatch close() {
        guard.lock();
        try {
            closed = true;
        } finally {
            guard.unlock();
        }
        Running known = running;
        CountDownLatch done = new CountDownLatch(known == null ? 0 : 1);
        if (known != null) {
            Once closing = new Once(() -> {
                try {
                    known.locks.close();
                    known.engine.close();
                } finally {
                    done.countDown();
                }
            });
            try {
                outer.threads.machine.start("interlock-close-shared", closing);
            } catch (RuntimeException | Error e) {
                // There is no other thread now.
                closing.run();
            }
        }
        return done;
    }

    /** No step of a part begins any more; counted down when the last one has ended. */
    CountDownLatch refuse() {
        Running known = running;
        if (known == null) {
            return new CountDownLatch(0);
        }
        known.engine.backend.steps().refuse();
        return known.engine.backend.steps().none();
    }

    /** From now on no part is held or waited for. Their own close may not have come so far. */
    void end() {
        Running known = running;
        if (known != null) {
            known.locks.close();
            known.engine.holds.end();
            known.engine.acquisitions.end();
        }
    }

    private record Parts(Engine engine, Defaults defaults) implements PartLocks {

        @Override
        public DistributedLock lock(LockName part, LockName shared) {
            return engine.lock(part, usual(shared));
        }

        @Override
        public AcquireOptions complete(LockName shared, AcquireOptions options) {
            AcquireOptions complete = defaults.complete(shared.value(), options);
            return options.retention() == null ? complete.withRetention(Duration.ZERO) : complete;
        }

        @Override
        public Duration lease(AcquireOptions complete) {
            return EffectiveOptions.of(complete, complete, engine.backend.capabilities())
                    .lease();
        }

        @Override
        public String store() {
            return engine.backend.store();
        }

        /** A retention by default is for exclusive locks. */
        private AcquireOptions usual(LockName shared) {
            return defaults.of(shared.value()).withRetention(Duration.ZERO);
        }
    }
}

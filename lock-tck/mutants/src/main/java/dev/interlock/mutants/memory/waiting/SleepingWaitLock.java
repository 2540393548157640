// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingHandle;
import dev.interlock.tck.forward.ForwardingLock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A lock whose waiters sleep for their whole limit if their own client holds it, and miss its release. */
final class SleepingWaitLock extends ForwardingLock {

    private final Set<String> held;

    private SleepingWaitLock(DistributedLock to, Set<String> held) {
        super(to);
        this.held = held;
    }

    static MutantFixture fixture() {
        return BrokenClientFixture.inMemory((backend, options) -> {
            Set<String> held = ConcurrentHashMap.newKeySet();
            return new ForwardingClient(LockClient.using(backend, options)) {
                @Override
                public DistributedLock lock(String name) {
                    return new SleepingWaitLock(super.lock(name), held);
                }
            };
        });
    }

    @Override
    public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
        Duration limit = Objects.requireNonNull(options.maxWait());
        if (!held.contains(name())) {
            return super.tryAcquire(options);
        }
        LockSupport.parkNanos(limit.toNanos());
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return Optional.empty();
    }

    @Override
    protected LockHandle decorated(LockHandle handle) {
        held.add(name());
        return new ForwardingHandle(handle) {
            @Override
            public ReleaseResult release() {
                held.remove(name());
                return super.release();
            }
        };
    }
}

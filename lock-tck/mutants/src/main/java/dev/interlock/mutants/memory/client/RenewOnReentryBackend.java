// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockName;
import dev.interlock.LockView;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.mutants.memory.defect.BrokenClientFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingClient;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.forward.ForwardingView;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A backend that keeps its grants, so that a view can renew them on re-entry, against the rule. */
final class RenewOnReentryBackend extends ForwardingBackend {

    private static final Duration DEFAULT = Duration.ofSeconds(30);

    private final Map<LockName, Grant> grants = new ConcurrentHashMap<>();

    private RenewOnReentryBackend(LockBackend to) {
        super(to);
    }

    static MutantFixture fixture() {
        return BrokenClientFixture.inMemory((backend, options) -> {
            RenewOnReentryBackend knowing = new RenewOnReentryBackend(backend);
            return new ForwardingClient(LockClient.using(knowing, options)) {
                @Override
                public DistributedLock lock(String name) {
                    return knowing.lock(super.lock(name));
                }
            };
        });
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        AcquireOutcome outcome = super.acquire(attempt, step);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            grants.put(attempt.name(), granted.grant());
        }
        return outcome;
    }

    private DistributedLock lock(DistributedLock lock) {
        return new ForwardingLock(lock) {
            @Override
            protected LockView decorated(LockView view) {
                return new ForwardingView(view) {
                    @Override
                    public void lock() {
                        if (holdCount() > 0) {
                            Grant grant = grants.get(new LockName(lock.name()));
                            RenewOnReentryBackend.this.renew(Objects.requireNonNull(grant), DEFAULT);
                        }
                        super.lock();
                    }
                };
            }
        };
    }
}

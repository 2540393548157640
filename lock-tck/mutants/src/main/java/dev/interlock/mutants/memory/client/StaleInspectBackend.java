// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * A backend whose inspect shows stale holders: it shows the last grant until its release, even after its lease has
 * ended.
 */
final class StaleInspectBackend extends ForwardingBackend {

    private final Map<LockName, Long> tokens;

    private StaleInspectBackend(LockBackend to, Map<LockName, Long> tokens) {
        super(to);
        this.tokens = tokens;
    }

    static MutantFixture fixture() {
        Map<LockName, Long> tokens = new ConcurrentHashMap<>();
        return MutantFixture.ofBackends(new MemoryFixture(), backend -> new StaleInspectBackend(backend, tokens));
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        AcquireOutcome outcome = super.acquire(attempt, step);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            tokens.put(attempt.name(), granted.grant().token());
        }
        return outcome;
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        tokens.remove(attempt.name());
        return super.release(attempt);
    }

    @Override
    public Optional<Holder> inspect(LockName name) {
        return super.inspect(name)
                .or(() -> Optional.ofNullable(tokens.get(name))
                        .map(token -> new Holder(token, Optional.empty(), Optional.empty())));
    }
}

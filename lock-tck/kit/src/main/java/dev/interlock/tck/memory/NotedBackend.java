// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Notes each lock that was asked for, as a store does that keeps a row for it. */
final class NotedBackend extends ForwardingBackend {

    private final Set<String> asked;

    NotedBackend(LockBackend to, Set<String> asked) {
        super(to);
        this.asked = asked;
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        asked.add(attempt.name().value());
        return step.get();
    }

    @Override
    public Optional<BulkSteps> bulk() {
        return to().bulk();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** A backend that knows which of its attempts it was told to be granted. */
public abstract class RememberingGrants extends ForwardingBackend {

    protected final Set<AttemptId> granted = ConcurrentHashMap.newKeySet();

    protected RememberingGrants(LockBackend to) {
        super(to);
    }

    @Override
    protected final AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
        AcquireOutcome outcome = step.get();
        if (outcome instanceof AcquireOutcome.Granted) {
            granted.add(attempt.id());
        }
        return outcome;
    }
}

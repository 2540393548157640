// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.internal.machine.NoThreadException;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.util.List;

/** The steps of a backend for an operator, with the safety of {@link SafeBackend}. */
final class SafeOperatorSteps implements OperatorSteps {

    private final SafeBackend safe;
    private final OperatorSteps steps;

    SafeOperatorSteps(SafeBackend safe, OperatorSteps steps) {
        this.safe = safe;
        this.steps = steps;
    }

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        try {
            return safe.counted(() -> safe.machine.uninterruptibly(() -> steps.list(prefix, atMost)), () -> {
                throw safe.closedClient();
            });
        } catch (NoThreadException e) {
            throw new LockUnavailableException("locks on " + safe.store() + " not listed: " + e.getMessage(), e);
        }
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        return safe.counted(
                () -> SafeBackend.outcome(
                        () -> safe.machine.uninterruptibly(() -> steps.free(name, token)),
                        thrown -> notFreed(name, thrown)),
                () -> {
                    throw safe.closedClient();
                });
    }

    private FreeOutcome notFreed(LockName name, Exception thrown) {
        return thrown instanceof NoThreadException
                ? new FreeOutcome.Refused(new LockUnavailableException(
                        "'" + name + "' on " + safe.store() + " not freed: " + thrown.getMessage(), thrown))
                : new FreeOutcome.Unknown(thrown);
    }
}

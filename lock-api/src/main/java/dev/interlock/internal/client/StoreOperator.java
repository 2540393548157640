// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.FreeResult;
import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockOperator;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.util.Comparator;
import java.util.List;

/** The operator of a client's store. Thread-safe. */
final class StoreOperator implements LockOperator {

    private static final Comparator<HeldLock> BY_NAME = Comparator.comparing(HeldLock::name);

    private final Acquisitions acquisitions;
    private final OperatorSteps steps;

    StoreOperator(Acquisitions acquisitions, OperatorSteps steps) {
        this.acquisitions = acquisitions;
        this.steps = steps;
    }

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        if (!prefix.isEmpty()) {
            // The start of a name is a name.
            new LockName(prefix);
        }
        if (atMost < 1 || atMost > MAX_LISTED) {
            throw new IllegalArgumentException("atMost must be 1 to " + MAX_LISTED + " but was " + atMost);
        }
        acquisitions.requireOpen();
        return steps.list(prefix, atMost).stream().sorted(BY_NAME).toList();
    }

    @Override
    public FreeResult free(String name, long token) {
        LockName lock = new LockName(name);
        if (token < 1) {
            throw new IllegalArgumentException("token must be positive but was " + token);
        }
        acquisitions.requireOpen();
        FreeOutcome outcome = steps.free(lock, token);
        if (outcome instanceof FreeOutcome.Refused refused) {
            throw refused.cause();
        }
        if (outcome instanceof FreeOutcome.OtherToken other) {
            return new FreeResult.OtherToken(other.token());
        }
        if (outcome instanceof FreeOutcome.Unknown unknown) {
            return new FreeResult.Unknown(unknown.cause());
        }
        return outcome instanceof FreeOutcome.Freed ? new FreeResult.Freed() : new FreeResult.NotHeld();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.forward.ForwardingOperator;
import dev.interlock.tck.memory.GatedLink.Passed;
import java.util.List;

/** Steps for an operator that pass a {@link GatedLink}. */
final class GatedOperator extends ForwardingOperator {

    private final GatedLink link;

    GatedOperator(OperatorSteps to, GatedLink link) {
        super(to);
        this.link = link;
    }

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        Passed<List<HeldLock>> passed = link.pass(null, () -> super.list(prefix, atMost));
        if (passed.answer() == null) {
            throw unavailable("locks not listed", passed);
        }
        return passed.answer();
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        Passed<FreeOutcome> passed = link.pass(RequestKind.FREE, () -> super.free(name, token));
        if (passed.answer() != null) {
            return passed.answer();
        }
        return passed.surelyNotExecuted()
                ? new FreeOutcome.Refused(unavailable("'" + name + "' not freed", passed))
                : new FreeOutcome.Unknown(passed.cause());
    }

    private static LockUnavailableException unavailable(String what, Passed<?> passed) {
        Exception failure = passed.cause();
        return new LockUnavailableException(what + ": " + failure.getMessage(), failure);
    }
}

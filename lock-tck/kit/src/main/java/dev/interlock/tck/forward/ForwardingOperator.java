// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.util.List;

/** Steps for an operator that pass every call on. */
public abstract class ForwardingOperator implements OperatorSteps {

    private final OperatorSteps to;

    /**
     * Creates the decorator.
     *
     * @param to the steps to pass calls on to
     */
    public ForwardingOperator(OperatorSteps to) {
        this.to = to;
    }

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        return to.list(prefix, atMost);
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        return to.free(name, token);
    }
}

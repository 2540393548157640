// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import java.util.List;

/** The steps for an operator of a store that cannot do them. Immutable. */
record RefusedOperatorSteps(String reason) implements OperatorSteps {

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        throw new LockUnavailableException("locks not listed: " + reason, null);
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        return new FreeOutcome.Refused(new LockUnavailableException("'" + name + "' not freed: " + reason, null));
    }
}

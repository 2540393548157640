// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.HeldLock;
import dev.interlock.LockName;
import dev.interlock.spi.FreeOutcome;
import dev.interlock.spi.OperatorSteps;
import java.util.List;

/** The steps for an operator of a store whose tokens are of a later generation. Thread-safe. */
record RaisedOperator(Raised raised, OperatorSteps own) implements OperatorSteps {

    /** The token of no hold: a grant with one so large is refused. */
    private static final long NONE = Long.MAX_VALUE;

    @Override
    public List<HeldLock> list(String prefix, int atMost) {
        return own.list(prefix, atMost).stream()
                .map(held -> new HeldLock(held.name(), raised.shown(held.holder()), held.since(), held.waiters()))
                .toList();
    }

    @Override
    public FreeOutcome free(LockName name, long token) {
        // A token of an earlier generation was that of another hold, so the store must not find its own in it.
        boolean earlier = token <= NewGeneration.base(raised.generation());
        FreeOutcome outcome = own.free(name, earlier ? NONE : raised.ownToken(token));
        return outcome instanceof FreeOutcome.OtherToken other
                ? new FreeOutcome.OtherToken(raised.shownToken(other.token()))
                : outcome;
    }
}

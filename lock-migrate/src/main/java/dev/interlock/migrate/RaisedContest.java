// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.ReleaseOutcome;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** A waiter of a store whose tokens are of a later generation. */
record RaisedContest(Raised raised, String store, Function<Attempt, ReleaseOutcome> release, Contest own)
        implements Contest {

    @Override
    public AcquireOutcome attempt() {
        return raised.outcome(own.attempt(), store, release);
    }

    @Override
    public CompletionStage<?> signal() {
        return own.signal();
    }

    @Override
    public boolean signalled() {
        return own.signalled();
    }

    @Override
    public boolean inTurn() {
        return own.inTurn();
    }

    @Override
    public void close() {
        own.close();
    }
}

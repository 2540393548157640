// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Contest;
import java.util.concurrent.CompletionStage;

/** A contest that passes every call on. */
public abstract class ForwardingContest implements Contest {

    private final Contest to;

    /**
     * Creates the decorator.
     *
     * @param to the contest to pass calls on to
     */
    public ForwardingContest(Contest to) {
        this.to = to;
    }

    @Override
    public AcquireOutcome attempt() {
        return to.attempt();
    }

    @Override
    public CompletionStage<?> signal() {
        return to.signal();
    }

    @Override
    public boolean signalled() {
        return to.signalled();
    }

    @Override
    public boolean inTurn() {
        return to.inTurn();
    }

    @Override
    public void close() {
        to.close();
    }
}

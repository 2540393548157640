// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spi.toolbox.share;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Share;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A waiter with a place in the record. */
final class RecordedContest implements Contest {

    private final RecordedShares shares;
    private final ShareRecords.Wake wake;
    private final Attempt attempt;
    private final Share share;
    private CompletionStage<?> signal = new CompletableFuture<>();
    private boolean mayHavePlace;

    RecordedContest(RecordedShares shares, ShareRecords.Wake wake, Attempt attempt, Share share) {
        this.shares = shares;
        this.wake = wake;
        this.attempt = attempt;
        this.share = share;
    }

    @Override
    public AcquireOutcome attempt() {
        // Before the look, so that it covers every change after it.
        signal = wake.next();
        mayHavePlace = true;
        AcquireOutcome outcome = shares.acquire(attempt, share, true);
        mayHavePlace = !(outcome instanceof AcquireOutcome.Granted);
        return outcome;
    }

    @Override
    public CompletionStage<?> signal() {
        return signal;
    }

    @Override
    public boolean signalled() {
        return wake.isLive();
    }

    @Override
    public boolean inTurn() {
        return true;
    }

    @Override
    public void close() {
        wake.close();
        if (mayHavePlace) {
            shares.leave(attempt);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import dev.interlock.Capabilities;
import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import java.time.Duration;
import java.util.List;

/** The locks that several may hold, of a store whose tokens are of a later generation. Thread-safe. */
record RaisedShares(Raised raised, String store, ShareSteps own) implements ShareSteps {

    @Override
    public Capabilities capabilities() {
        return own.capabilities();
    }

    @Override
    public AcquireOutcome tryAcquire(Attempt attempt, Share share) {
        return raised.outcome(own.tryAcquire(attempt, share), store, own::release);
    }

    @Override
    public Contest contest(Attempt attempt, Share share) {
        return new RaisedContest(raised, store, own::release, own.contest(attempt, share));
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        return own.renew(raised.own(grant), lease);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        return own.release(attempt);
    }

    @Override
    public List<Holder> inspect(LockName name) {
        return own.inspect(name).stream().map(raised::shown).toList();
    }
}

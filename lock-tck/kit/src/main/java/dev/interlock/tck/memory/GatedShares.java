// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.forward.ForwardingShares;
import dev.interlock.tck.memory.GatedLink.Passed;
import java.time.Duration;
import java.util.function.Supplier;

/** Steps of shared locks that pass a {@link GatedLink}. */
final class GatedShares extends ForwardingShares {

    private final GatedLink link;

    GatedShares(ShareSteps to, GatedLink link) {
        super(to);
        this.link = link;
    }

    @Override
    protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
        Passed<AcquireOutcome> passed = link.pass(RequestKind.SHARE, step::get);
        if (passed.answer() != null) {
            return passed.answer();
        }
        Exception failure = passed.cause();
        return passed.surelyNotExecuted()
                ? new AcquireOutcome.Refused(
                        new LockUnavailableException(attempt.name() + " was not acquired: " + failure, failure), true)
                : new AcquireOutcome.Unknown(failure);
    }

    @Override
    public Renewal renew(Grant grant, Duration lease) {
        Passed<Renewal> passed = link.pass(RequestKind.SHARE, () -> super.renew(grant, lease));
        return passed.answer() != null ? passed.answer() : new Renewal(new RenewOutcome.Unknown(passed.cause()), false);
    }

    @Override
    public ReleaseOutcome release(Attempt attempt) {
        Passed<ReleaseOutcome> passed = link.pass(RequestKind.SHARE, () -> super.release(attempt));
        return passed.answer() != null ? passed.answer() : new ReleaseOutcome.Unknown(passed.cause());
    }
}

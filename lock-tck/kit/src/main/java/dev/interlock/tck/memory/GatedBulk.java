// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.memory;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.memory.GatedLink.Passed;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/** Steps for many locks, each of which passes a {@link GatedLink} as one request. */
final class GatedBulk implements BulkSteps {

    private final BulkSteps to;
    private final GatedLink link;

    GatedBulk(BulkSteps to, GatedLink link) {
        this.to = to;
        this.link = link;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return to.canAcquireAll(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        Passed<AcquireAllOutcome> passed = link.pass(RequestKind.ACQUIRE, () -> to.tryAcquireAll(attempts));
        if (passed.answer() != null) {
            return passed.answer();
        }
        Exception failure = passed.cause();
        return passed.surelyNotExecuted()
                ? new AcquireAllOutcome.Refused(
                        new LockUnavailableException(
                                "'" + attempts.get(0).name() + "' and others were not acquired: "
                                        + failure.getMessage(),
                                failure),
                        true)
                : new AcquireAllOutcome.Unknown(failure);
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        Passed<List<RenewOutcome>> passed = link.pass(RequestKind.RENEW, () -> to.renewAll(grants, lease));
        return passed.answer() != null
                ? passed.answer()
                : Collections.nCopies(grants.size(), new RenewOutcome.Unknown(passed.cause()));
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        Passed<List<ReleaseOutcome>> passed = link.pass(RequestKind.RELEASE, () -> to.releaseAll(attempts));
        return passed.answer() != null
                ? passed.answer()
                : Collections.nCopies(attempts.size(), new ReleaseOutcome.Unknown(passed.cause()));
    }
}

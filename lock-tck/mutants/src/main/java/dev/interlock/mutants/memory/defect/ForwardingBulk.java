// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;

/** Steps for many locks that pass every call on. */
public abstract class ForwardingBulk implements BulkSteps {

    private final BulkSteps steps;

    protected ForwardingBulk(BulkSteps steps) {
        this.steps = steps;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return steps.canAcquireAll(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        return steps.tryAcquireAll(attempts);
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return steps.renewAll(grants, lease);
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return steps.releaseAll(attempts);
    }
}

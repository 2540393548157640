// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.LockName;
import dev.interlock.LockUnavailableException;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;

/** Steps for many locks, each of them one request. */
final class FarBulkSteps implements BulkSteps {

    private final Wire wire;
    private final BulkSteps steps;

    FarBulkSteps(Wire wire, BulkSteps steps) {
        this.wire = wire;
        this.steps = steps;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return steps.canAcquireAll(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        return wire.exchange(
                wire.traffic().acquireAll(attempts),
                () -> steps.tryAcquireAll(attempts),
                AcquireAllOutcome.Unknown::new,
                () -> new AcquireAllOutcome.Refused(new LockUnavailableException("the store is busy", null), true),
                (outcome, shift) -> outcome instanceof AcquireAllOutcome.Granted granted
                        ? new AcquireAllOutcome.Granted(granted.grants().stream()
                                .map(grant -> SimulatedNetwork.moved(grant, shift))
                                .toList())
                        : outcome);
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        return wire.exchange(
                wire.traffic().renewAll(grants, lease),
                () -> steps.renewAll(grants, lease),
                cause -> grants.stream()
                        .<RenewOutcome>map(grant -> new RenewOutcome.Unknown(cause))
                        .toList(),
                () -> grants.stream()
                        .<RenewOutcome>map(grant -> new RenewOutcome.Unknown(Wire.lost()))
                        .toList(),
                (outcomes, shift) -> outcomes.stream()
                        .map(outcome -> SimulatedNetwork.moved(outcome, shift))
                        .toList());
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return wire.exchange(
                wire.traffic().releaseAll(attempts),
                () -> steps.releaseAll(attempts),
                cause -> attempts.stream()
                        .<ReleaseOutcome>map(attempt -> new ReleaseOutcome.Unknown(cause))
                        .toList(),
                () -> attempts.stream()
                        .<ReleaseOutcome>map(attempt -> new ReleaseOutcome.Unknown(Wire.lost()))
                        .toList(),
                (outcomes, shift) -> outcomes);
    }
}

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

/** Bulk steps for several locks, each sent as one request. */
final class FarBulkSteps implements BulkSteps {

    private final Wire wire;
    private final BulkSteps steps;
    private final String store;
    private final Proofs proofs;
    private final Reports reports;

    FarBulkSteps(Wire wire, BulkSteps steps, String store, Proofs proofs, Reports reports) {
        this.wire = wire;
        this.steps = steps;
        this.store = store;
        this.proofs = proofs;
        this.reports = reports;
    }

    @Override
    public boolean canAcquireAll(List<LockName> names) {
        return steps.canAcquireAll(names);
    }

    @Override
    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
        attempts.forEach(reports::expect);
        AcquireAllOutcome received = wire.exchange(
                wire.traffic().requests().acquireAll(attempts),
                () -> {
                    AcquireAllOutcome outcome = steps.tryAcquireAll(attempts);
                    if (outcome instanceof AcquireAllOutcome.Granted) {
                        attempts.forEach(reports::granted);
                    }
                    return outcome;
                },
                AcquireAllOutcome.Unknown::new,
                () -> new AcquireAllOutcome.Refused(new LockUnavailableException(store + " is busy", null), true),
                (outcome, shift) -> outcome instanceof AcquireAllOutcome.Granted granted
                        ? new AcquireAllOutcome.Granted(granted.grants().stream()
                                .map(grant -> SimulatedNetwork.moved(grant, shift))
                                .toList())
                        : outcome);
        if (received instanceof AcquireAllOutcome.Granted granted) {
            granted.grants().forEach(proofs::granted);
        }
        return received;
    }

    @Override
    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
        grants.forEach(grant -> reports.renews(grant.attempt()));
        List<RenewOutcome> received = wire.exchange(
                wire.traffic().requests().renewAll(grants, lease),
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
        for (int i = 0; i < grants.size(); i++) {
            proofs.renewed(grants.get(i), received.get(i));
        }
        return received;
    }

    @Override
    public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
        return wire.exchange(
                wire.traffic().requests().releaseAll(attempts),
                () -> {
                    List<ReleaseOutcome> outcomes = steps.releaseAll(attempts);
                    for (int i = 0; i < attempts.size(); i++) {
                        reports.released(attempts.get(i), outcomes.get(i));
                    }
                    return outcomes;
                },
                cause -> attempts.stream()
                        .<ReleaseOutcome>map(attempt -> new ReleaseOutcome.Unknown(cause))
                        .toList(),
                () -> attempts.stream()
                        .<ReleaseOutcome>map(attempt -> new ReleaseOutcome.Unknown(Wire.lost()))
                        .toList(),
                (outcomes, shift) -> outcomes);
    }
}

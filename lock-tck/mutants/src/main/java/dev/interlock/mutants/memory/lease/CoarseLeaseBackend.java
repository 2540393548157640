// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.lease;

import dev.interlock.Capabilities;
import dev.interlock.mutants.memory.defect.TranslatingBackend;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;

/**
 * A store that counts leases in whole units and rounds them down, while holders rely on the lease that they asked for.
 */
final class CoarseLeaseBackend extends TranslatingBackend {

    private final Duration unit;
    private final boolean inRenewalsOnly;

    private CoarseLeaseBackend(LockBackend to, Duration unit, boolean inRenewalsOnly) {
        super(to);
        this.unit = unit;
        this.inRenewalsOnly = inRenewalsOnly;
    }

    static CoarseLeaseBackend of(LockBackend to, Duration unit) {
        return new CoarseLeaseBackend(to, unit, false);
    }

    static CoarseLeaseBackend inRenewals(LockBackend to, Duration unit) {
        return new CoarseLeaseBackend(to, unit, true);
    }

    /** If the unit is long, shorter leases are kept, so that the leases that rules wait for do not change. */
    private Duration rounded(Duration lease) {
        return lease.compareTo(unit) < 0 ? lease : unit.multipliedBy(lease.dividedBy(unit));
    }

    @Override
    public Capabilities capabilities() {
        Capabilities fine = super.capabilities();
        Duration least = unit.compareTo(Duration.ofSeconds(1)) > 0 ? fine.minLease() : unit;
        return fine.withLeases(least, fine.maxLease());
    }

    @Override
    protected Attempt stored(Attempt attempt) {
        Duration lease = inRenewalsOnly ? attempt.lease() : rounded(attempt.lease());
        return Attempt.of(attempt.name(), attempt.id(), lease, attempt.tokens(), attempt.holderHint());
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return super.renew(grant, rounded(lease)) instanceof RenewOutcome.Renewed renewed
                ? new RenewOutcome.Renewed(renewed.sentNanos(), lease)
                : new RenewOutcome.NotOwner("the store knows another owner or none");
    }
}

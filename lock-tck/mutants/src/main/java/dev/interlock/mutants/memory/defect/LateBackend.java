// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;

/**
 * A store that frees a lock some time after its lease has ended, like a store that looks for ended leases only now and
 * then.
 */
public final class LateBackend extends TranslatingBackend {

    private final Duration delay;

    public LateBackend(LockBackend to, Duration delay) {
        super(to);
        this.delay = delay;
    }

    @Override
    protected Attempt stored(Attempt attempt) {
        Duration lease = attempt.lease().plus(delay);
        return Attempt.of(attempt.name(), attempt.id(), lease, attempt.tokens(), attempt.holderHint());
    }

    @Override
    public RenewOutcome renew(Grant grant, Duration lease) {
        return super.renew(grant, lease.plus(delay)) instanceof RenewOutcome.Renewed renewed
                ? new RenewOutcome.Renewed(renewed.sentNanos(), lease)
                : new RenewOutcome.NotOwner("the store knows another owner or none");
    }
}

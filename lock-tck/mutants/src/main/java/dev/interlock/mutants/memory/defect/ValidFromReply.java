// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Backends that read the clock when the reply has come, each in one kind of step. */
public abstract class ValidFromReply extends ForwardingBackend {

    private ValidFromReply(LockBackend to) {
        super(to);
    }

    public static LockBackend inTries(LockBackend to) {
        return new ValidFromReply(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt) {
                return late(super.tryAcquire(attempt));
            }
        };
    }

    public static LockBackend inWaits(LockBackend to) {
        return new ValidFromReply(to) {
            @Override
            public Contest contest(Attempt attempt) {
                return new ForwardingContest(super.contest(attempt)) {
                    @Override
                    public AcquireOutcome attempt() {
                        return late(super.attempt());
                    }
                };
            }
        };
    }

    /** Reads the clock before the first request only, although the first use of a name takes several requests. */
    public static LockBackend inFirstUses(LockBackend to) {
        Set<String> used = ConcurrentHashMap.newKeySet();
        return new ValidFromReply(to) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt) {
                AcquireOutcome outcome = super.tryAcquire(attempt);
                return used.add(attempt.name().value()) ? late(outcome) : outcome;
            }
        };
    }

    public static LockBackend inRenewals(LockBackend to) {
        return new ValidFromReply(to) {
            @Override
            public RenewOutcome renew(Grant grant, Duration lease) {
                return super.renew(grant, lease) instanceof RenewOutcome.Renewed renewed
                        ? new RenewOutcome.Renewed(context().clock().nanoTime(), renewed.lease())
                        : new RenewOutcome.NotOwner("or no answer");
            }
        };
    }

    final AcquireOutcome late(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            Grant grant = granted.grant();
            long nanos = context().clock().nanoTime();
            return new AcquireOutcome.Granted(Grant.of(grant.attempt(), grant.token(), nanos, grant.lease()));
        }
        return outcome;
    }
}

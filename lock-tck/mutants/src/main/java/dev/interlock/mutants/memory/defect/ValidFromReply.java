// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.defect;

import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.spi.Share;
import dev.interlock.spi.ShareSteps;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import dev.interlock.tck.forward.ForwardingShares;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

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
                return late(super.renew(grant, lease));
            }
        };
    }

    /** In the steps for many locks. */
    public static LockBackend inBulk(LockBackend to) {
        return new ValidFromReply(to) {
            @Override
            public Optional<BulkSteps> bulk() {
                return to().bulk().map(steps -> new ForwardingBulk(steps) {
                    @Override
                    public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
                        AcquireAllOutcome outcome = super.tryAcquireAll(attempts);
                        return outcome instanceof AcquireAllOutcome.Granted granted
                                ? new AcquireAllOutcome.Granted(granted.grants().stream()
                                        .map(grant -> late(grant))
                                        .toList())
                                : outcome;
                    }

                    @Override
                    public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
                        return super.renewAll(grants, lease).stream()
                                .map(outcome -> late(outcome))
                                .toList();
                    }
                });
            }
        };
    }

    public static LockBackend inShares(LockBackend to) {
        return new ValidFromReply(to) {
            @Override
            public Optional<ShareSteps> shares() {
                return super.shares().map(steps -> new ForwardingShares(steps) {
                    @Override
                    protected AcquireOutcome acquire(Attempt attempt, Share share, Supplier<AcquireOutcome> step) {
                        return late(step.get());
                    }

                    @Override
                    public Renewal renew(Grant grant, Duration lease) {
                        Renewal renewal = super.renew(grant, lease);
                        return new Renewal(late(renewal.outcome()), renewal.wanted());
                    }
                });
            }
        };
    }

    final AcquireOutcome late(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return new AcquireOutcome.Granted(late(granted.grant()));
        }
        return outcome;
    }

    final Grant late(Grant grant) {
        return Grant.of(grant.attempt(), grant.token(), context().clock().nanoTime(), grant.lease());
    }

    final RenewOutcome late(RenewOutcome outcome) {
        return outcome instanceof RenewOutcome.Renewed renewed
                ? new RenewOutcome.Renewed(context().clock().nanoTime(), renewed.lease())
                : outcome;
    }
}

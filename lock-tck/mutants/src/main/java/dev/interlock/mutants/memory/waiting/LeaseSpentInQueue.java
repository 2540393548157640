// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;

/** Grants whose lease began when their waiter entered the queue, so that little of it is left. */
final class LeaseSpentInQueue {

    private static final int SHARE = 10;

    private LeaseSpentInQueue() {}

    /** The grant reports how little is left. */
    static LockBackend reported(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return new Queueing(super.contest(attempt)) {
                    @Override
                    Grant late(Grant grant) {
                        return Grant.of(
                                grant.attempt(),
                                grant.token(),
                                grant.sentNanos(),
                                grant.lease().dividedBy(SHARE));
                    }
                };
            }
        };
    }

    /**
     * The grant hides it: the store is asked for a short lease, and only a grant without queueing gets a longer one.
     */
    static LockBackend hidden(LockBackend backend) {
        return new ForwardingBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                Attempt brief = Attempt.of(
                        attempt.name(),
                        attempt.id(),
                        attempt.lease().dividedBy(SHARE),
                        attempt.tokens(),
                        attempt.holderHint());
                return new Queueing(super.contest(brief)) {
                    @Override
                    Grant soon(Grant grant) {
                        backend.renew(grant, attempt.lease());
                        return late(grant);
                    }

                    @Override
                    Grant late(Grant grant) {
                        return Grant.of(attempt, grant.token(), grant.sentNanos(), attempt.lease());
                    }
                };
            }
        };
    }

    /** A contest whose grant depends on whether its waiter had to queue. */
    private abstract static class Queueing extends ForwardingContest {

        private boolean queued;

        Queueing(Contest to) {
            super(to);
        }

        Grant soon(Grant grant) {
            return grant;
        }

        abstract Grant late(Grant grant);

        @Override
        public AcquireOutcome attempt() {
            AcquireOutcome outcome = super.attempt();
            if (outcome instanceof AcquireOutcome.Granted granted) {
                Grant grant = granted.grant();
                return new AcquireOutcome.Granted(queued ? late(grant) : soon(grant));
            }
            queued = true;
            return outcome;
        }
    }
}

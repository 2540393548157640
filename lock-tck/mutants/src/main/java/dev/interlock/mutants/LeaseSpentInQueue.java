// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.forward.ForwardingContest;
import java.time.Duration;
import java.util.function.BiFunction;

/** Grants whose lease began when their waiter began to queue, so that little of it is left. */
final class LeaseSpentInQueue {

    private static final int SHARE = 10;

    private LeaseSpentInQueue() {}

    /** The grant says how little is left. */
    static LockBackend reported(LockBackend backend) {
        return afterQueueing(
                backend,
                (to, grant) -> new Grant(
                        grant.attempt(),
                        grant.token(),
                        grant.sentNanos(),
                        grant.lease().dividedBy(SHARE)));
    }

    /** The grant says nothing of it. */
    static LockBackend hidden(LockBackend backend) {
        return afterQueueing(backend, (to, grant) -> {
            Duration left = grant.lease().dividedBy(SHARE);
            to.renew(grant, left);
            return grant;
        });
    }

    private static LockBackend afterQueueing(LockBackend backend, BiFunction<LockBackend, Grant, Grant> late) {
        return new ForwardingBackend(backend) {
            @Override
            public Contest contest(Attempt attempt) {
                return new ForwardingContest(super.contest(attempt)) {
                    private boolean queued;

                    @Override
                    public AcquireOutcome attempt() {
                        AcquireOutcome outcome = super.attempt();
                        if (queued && outcome instanceof AcquireOutcome.Granted granted) {
                            return new AcquireOutcome.Granted(late.apply(backend, granted.grant()));
                        }
                        queued = true;
                        return outcome;
                    }
                };
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.process;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.history.Action;
import dev.interlock.tck.history.HistoryWriter;
import dev.interlock.tck.history.LockPart;
import dev.interlock.tck.history.OpenOperation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/** Records steps against a store in a history, each with the part of a lock that it concerns. Thread-safe. */
final class StepHistory {

    /**
     * The allowance for clocks that run at different rates, and for the store's rounding: the same share that the
     * engine allows.
     */
    private static final int DRIFT_SHARE = 1_000;

    private static final long ROUNDING_NANOS = 2_000_000;

    private final HistoryWriter history;

    /** The end of each attempt's proven lease, until its release. */
    private final Map<AttemptId, Long> provenUntil = new ConcurrentHashMap<>();

    StepHistory(HistoryWriter history) {
        this.history = history;
    }

    AcquireOutcome acquire(LockPart part, Attempt attempt, Supplier<AcquireOutcome> step) {
        OpenOperation operation = open(Action.ACQUIRE, part, attempt, attempt.lease());
        AcquireOutcome outcome = step.get();
        if (outcome instanceof AcquireOutcome.Granted granted) {
            Grant grant = granted.grant();
            operation.ok(grant.token(), attempt.tokens(), promise(operation, grant.sentNanos(), grant.lease()));
            prove(attempt, grant.sentNanos(), grant.lease());
        } else if (outcome instanceof AcquireOutcome.Contended) {
            operation.fail(Action.CONTENDED);
        } else if (outcome instanceof AcquireOutcome.Refused refused) {
            operation.fail(refused.cause().toString());
        } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
            operation.info(unknown.cause().toString());
        }
        return outcome;
    }

    /** Records a renewal. The step may have another answer besides its outcome. */
    <T> T renew(LockPart part, Grant grant, Duration lease, Supplier<T> step, Function<T, RenewOutcome> outcomeOf) {
        OpenOperation operation = open(Action.RENEW, part, grant.attempt(), lease);
        T answer = step.get();
        RenewOutcome outcome = outcomeOf.apply(answer);
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            long promise = promise(operation, renewed.sentNanos(), renewed.lease());
            operation.ok(grant.token(), grant.attempt().tokens(), promise);
            prove(grant.attempt(), renewed.sentNanos(), renewed.lease());
        } else if (outcome instanceof RenewOutcome.NotOwner notOwner) {
            operation.fail(notOwner.detail());
        } else if (outcome instanceof RenewOutcome.Unknown unknown) {
            operation.info(unknown.cause().toString());
        }
        return answer;
    }

    ReleaseOutcome release(LockPart part, Attempt attempt, Supplier<ReleaseOutcome> step) {
        OpenOperation operation = open(Action.RELEASE, part, attempt, Duration.ZERO);
        ReleaseOutcome outcome = step.get();
        Long until = provenUntil.remove(attempt.id());
        if (outcome instanceof ReleaseOutcome.Released) {
            operation.ok();
        } else if (outcome instanceof ReleaseOutcome.NotOwner && until != null && System.nanoTime() - until >= 0) {
            // The release may have been slow. One of several servers can then have freed the lock before the lease
            // ended,
            // while the others answered after it.
            operation.info("not owner, after the lease had ended");
        } else if (outcome instanceof ReleaseOutcome.NotOwner) {
            operation.fail("not owner");
        } else if (outcome instanceof ReleaseOutcome.Unknown unknown) {
            operation.info(unknown.cause().toString());
        }
        return outcome;
    }

    private void prove(Attempt attempt, long sentNanos, Duration lease) {
        provenUntil.merge(attempt.id(), sentNanos + lease.toNanos(), (one, two) -> two - one > 0 ? two : one);
    }

    private OpenOperation open(Action action, LockPart part, Attempt attempt, Duration lease) {
        return history.invoke(action, part, attempt.id().text(), lease.toNanos());
    }

    /** How long after the invoke no other owner is granted the lock. A waiter's lease may have begun before that. */
    private static long promise(OpenOperation operation, long sent, Duration lease) {
        long nanos = lease.toNanos();
        long usable = Math.max(0, nanos - nanos / DRIFT_SHARE - ROUNDING_NANOS);
        return Math.max(0, sent - operation.invokedNanos() + usable);
    }
}

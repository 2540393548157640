// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.LockEvent;
import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.LockTimeoutException;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One caller's acquisition of a lock: wait for the turn in this client, ask the store, rest, ask again, until granted,
 * refused, out of time or cancelled.
 *
 * <p>It advances in steps on an executor, the caller's own thread or a work thread, never two at once; {@link #wake}
 * may be called by anyone at any time and only makes it look again. So all other state is confined, and blocking and
 * asynchronous callers share every line.
 */
final class Acquisition {

    private final Engine engine;
    private final LockName name;
    private final EffectiveOptions options;
    private final BooleanSupplier wanted;
    private final WaitTimer wait;
    private final CompletableFuture<@Nullable Tenure> result = new CompletableFuture<>();
    private final PendingReports pendingReports = new PendingReports();
    private final SerialTask steps;
    private volatile boolean cancelled;
    private int attempts;
    private AttemptRequests requests;
    private boolean foundTaken;
    private boolean waiting;
    private @Nullable LockException failure;

    /** An acquisition whose steps run on the executor; the lock is renewed as long as it is wanted. */
    Acquisition(Engine engine, LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted) {
        this.engine = engine;
        this.name = name;
        this.options = options;
        this.wanted = wanted;
        this.steps = new SerialTask(steps, this::advanceOrFail);
        wait = new WaitTimer(engine.clock, engine.timers, options.maxWaitNanos());
        requests = newAttempt();
    }

    LockName name() {
        return name;
    }

    /** The tenure; null if others held the lock until the limits were reached; or the exception for the user. */
    CompletableFuture<@Nullable Tenure> result() {
        return result;
    }

    /** Something changed that may let this acquisition go on. */
    void wake() {
        steps.wake();
    }

    /** The caller no longer wants the lock; whatever is under way is undone. */
    void cancel() {
        cancelled = true;
        wake();
    }

    LockTimeoutException timeout() {
        return AcquireFailures.heldByOthers(requests.attempt(), engine.backend.store(), wait.waited(), attempts);
    }

    /** Keeps a report about the attempt under way for the tenure that its grant will make. */
    void keepIfPending(AttemptId id, Consumer<Tenure> report) {
        pendingReports.add(id, report);
    }

    private void advanceOrFail() {
        try {
            advance();
        } catch (Throwable e) {
            failUnexpectedly(e);
        }
    }

    private void advance() {
        if (result.isDone()) {
            return;
        }
        if (cancelled) {
            endCancelled();
            return;
        }
        boolean turn = options.singleTry() ? !engine.queues.isBusy(name) : engine.queues.mayAttempt(this);
        boolean first = turn && attempts == 0;
        if (!turn) {
            publishContended();
        }
        if (!first && wait.isOver()) {
            giveUp();
        } else if (!turn) {
            startWaiting();
            wait.wakeAtLimit(this::wake);
        } else if (requests.isSignalled() || wait.hasRested()) {
            step();
        } else {
            wait.wakeAfterRest(this::wake);
        }
    }

    private void step() {
        attempts++;
        pendingReports.expect(requests.attempt().id());
        long driftMillis = LeaseDeadline.driftMillis(engine.clock);
        AcquireOutcome outcome = options.singleTry() ? requests.tryOnce() : requests.tryInQueue();
        if (outcome instanceof AcquireOutcome.Granted granted) {
            granted(granted.grant(), driftMillis);
        } else if (outcome instanceof AcquireOutcome.Contended contended) {
            failure = null;
            contended(contended.retryAfter());
        } else if (outcome instanceof AcquireOutcome.Refused refused) {
            // "Surely not acquired" would be true of this request only.
            failure = requests.isUnanswered() ? noAnswer(refused.cause()) : refused.cause();
            restOrGiveUp(refused.retryable());
        } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
            failure = noAnswer(unknown.cause());
            restOrGiveUp(true);
        }
    }

    private void granted(Grant grant, long driftMillis) {
        Tenure tenure = new Tenure(engine, grant, options, driftMillis, requests.isUnanswered(), wanted);
        if (!tenure.isProven()) {
            failure = AcquireFailures.lateAnswer(requests.attempt(), engine.backend.store());
            requests.markUnanswered();
            requests.leave(engine.compensator, () -> {});
            requests = newAttempt();
            restOrGiveUp(true);
        } else if (cancelled || engine.isClosed()) {
            requests.markUnanswered();
            endCancelled();
        } else {
            stopWaiting();
            // Published first: from the next line on the hold can end, and its end is not to be heard before this.
            engine.events.publish(() -> new LockEvent.Acquired(name.value(), grant.token(), wait.waited()));
            engine.activeLocks.granted(this, tenure);
            pendingReports.deliver(tenure);
            requests.leaveGranted();
            wait.stop();
            tenure.check();
            result.complete(tenure);
        }
    }

    private void contended(Duration retryAfter) {
        publishContended();
        if (options.singleTry() || hasNoAttemptLeft()) {
            giveUp();
        } else {
            startWaiting();
            wait.rest(requests.listen(retryAfter, options.pauseNanos(attempts)), this::wake);
        }
    }

    private void publishContended() {
        if (!foundTaken) {
            foundTaken = true;
            engine.events.publish(() -> new LockEvent.Contended(name.value()));
        }
    }

    private void startWaiting() {
        if (!waiting) {
            waiting = true;
            engine.waiterCounts.increment(name);
        }
    }

    /** Before the event that ends the acquisition, so that nothing is heard of it after the hold that may follow. */
    private void stopWaiting() {
        if (waiting) {
            waiting = false;
            engine.waiterCounts.decrement(name);
        }
    }

    private void restOrGiveUp(boolean retryable) {
        if (retryable && !options.singleTry() && !hasNoAttemptLeft()) {
            wait.rest(options.pauseNanos(attempts), this::wake);
        } else {
            giveUp();
        }
    }

    private LockException noAnswer(Throwable cause) {
        return AcquireFailures.noAnswer(requests.attempt(), engine.backend.store(), cause);
    }

    private boolean hasNoAttemptLeft() {
        return attempts >= options.retry().maxAttempts();
    }

    private void giveUp() {
        LockException why = failure;
        if (why != null) {
            fail(why);
            return;
        }
        stopWaiting();
        engine.events.publish(() -> new LockEvent.TimedOut(name.value(), wait.waited()));
        leave();
        result.complete(null);
    }

    private void endCancelled() {
        stopWaiting();
        engine.events.publish(() -> new LockEvent.Cancelled(name.value(), wait.waited()));
        leave();
        result.completeExceptionally(AcquireFailures.cancelled(requests.attempt(), engine.backend.store()));
    }

    private void fail(LockException why) {
        stopWaiting();
        engine.events.publish(() -> AcquireFailures.event(name, why));
        leave();
        result.completeExceptionally(why);
    }

    /** Something broke its contract: the caller is told, and neither the name nor a grant stays behind. */
    private void failUnexpectedly(Throwable unexpected) {
        if (!result.isDone()) {
            if (attempts > 0) {
                requests.markUnanswered();
            }
            fail(noAnswer(unexpected));
        }
    }

    /**
     * Leaves without the lock. What a request without an answer may have left is withdrawn before the next in line is
     * up.
     */
    private void leave() {
        wait.stop();
        requests.leave(engine.compensator, () -> engine.activeLocks.left(this));
    }

    private AttemptRequests newAttempt() {
        Attempt attempt = new Attempt(name, AttemptId.random(), options.lease(), 1, engine.holderHint);
        return new AttemptRequests(engine.backend, attempt, this::wake);
    }
}

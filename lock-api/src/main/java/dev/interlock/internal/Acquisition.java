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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One caller's way to a lock: wait for the turn in this client, attempt, rest, attempt again, until granted, refused, out of
 * time or cancelled.
 *
 * <p>It is an actor: {@link #wake} may be called by anyone at any time and only makes {@link #advance} run once more on the
 * executor of the acquisition (the caller's own thread, or a work thread), never twice at once. So all other state is
 * confined, and blocking and asynchronous callers share every line.
 */
final class Acquisition {

    final PendingReports pendingReports = new PendingReports();

    private final Engine engine;
    private final LockName name;
    private final EffectiveOptions options;
    private final Executor steps;
    private final BooleanSupplier wanted;
    private final WaitTimer wait;
    private final Stay stay;
    private final CompletableFuture<@Nullable Ownership> result = new CompletableFuture<>();
    private final AtomicInteger wakeUps = new AtomicInteger();
    private volatile boolean cancelled;
    private int attempts;
    private Attempt attempt;
    private boolean toldContended;
    private int unanswered;
    private @Nullable LockException problem;

    /** An acquisition whose steps run on the executor; the lock is renewed as long as it is wanted. */
    Acquisition(Engine engine, LockName name, EffectiveOptions options, Executor steps, BooleanSupplier wanted) {
        this.engine = engine;
        this.name = name;
        this.options = options;
        this.steps = steps;
        this.wanted = wanted;
        wait = new WaitTimer(engine.clock, engine.timers, options.maxWaitNanos());
        stay = new Stay(engine.backend, this::wake);
        attempt = newAttempt();
    }

    LockName name() {
        return name;
    }

    /** The ownership; null if others held the lock until the limits were reached; or the exception for the user. */
    CompletableFuture<@Nullable Ownership> result() {
        return result;
    }

    /** Has the result told, on the thread that brings it; the action must not block. */
    void whenDone(BiConsumer<@Nullable Ownership, @Nullable Throwable> action) {
        CompletionStage<?> unused = result.whenComplete(action);
    }

    /** Something changed that may let this acquisition go on. */
    void wake() {
        if (wakeUps.getAndIncrement() == 0) {
            steps.execute(this::advanceUntilQuiet);
        }
    }

    /** The caller no longer wants the lock; whatever is under way is undone. */
    void cancel() {
        cancelled = true;
        wake();
    }

    LockTimeoutException timeout() {
        return AcquireFailures.heldByOthers(attempt, engine.backend.store(), wait.waited(), attempts);
    }

    private void advanceUntilQuiet() {
        int seen = wakeUps.get();
        do {
            try {
                advance();
            } catch (Throwable e) {
                fallOver(e);
            }
            seen = wakeUps.addAndGet(-seen);
        } while (seen != 0);
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
            tellContended();
        }
        if (!first && wait.isOver()) {
            giveUp();
        } else if (!turn) {
            wait.wakeAtLimit(this::wake);
        } else if (stay.isSignalled() || wait.hasRested()) {
            step();
        } else {
            wait.wakeAfterRest(this::wake);
        }
    }

    private void step() {
        attempts++;
        pendingReports.expect(attempt.id());
        long driftMillis = LeaseDeadline.driftMillis(engine.clock);
        AcquireOutcome outcome = options.singleTry() ? engine.backend.tryAcquire(attempt) : stay.attempt(attempt);
        if (outcome instanceof AcquireOutcome.Granted granted) {
            accept(granted.grant(), driftMillis);
        } else if (outcome instanceof AcquireOutcome.Contended contended) {
            problem = null;
            contended(contended);
        } else if (outcome instanceof AcquireOutcome.Refused refused) {
            // "Surely not acquired" would be true of this request only.
            problem = unanswered > 0 ? noAnswer(refused.cause()) : refused.cause();
            restOrGiveUp(refused.retryable());
        } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
            problem = noAnswer(unknown.cause());
            unanswered++;
            restOrGiveUp(true);
        }
    }

    private void accept(Grant grant, long driftMillis) {
        Ownership ownership = new Ownership(engine, grant, options, driftMillis, unanswered > 0, wanted);
        if (!ownership.isProven()) {
            problem = AcquireFailures.lateAnswer(attempt, engine.backend.store());
            engine.compensator.withdraw(attempt, attempt.lease(), unanswered > 0, () -> {});
            stay.leave();
            attempt = newAttempt();
            unanswered = 0;
            restOrGiveUp(true);
        } else if (cancelled || engine.isClosed()) {
            unanswered++;
            endCancelled();
        } else {
            // Told first: from the next line on the hold can end, and an end is not to be heard before its beginning.
            engine.events.publish(() -> new LockEvent.Acquired(name.value(), grant.token(), wait.waited()));
            engine.granted(this, ownership);
            pendingReports.deliver(ownership);
            stay.leave();
            wait.stop();
            ownership.check();
            result.complete(ownership);
        }
    }

    private void tellContended() {
        if (!toldContended) {
            toldContended = true;
            engine.events.publish(() -> new LockEvent.Contended(name.value()));
        }
    }

    private void contended(AcquireOutcome.Contended contended) {
        tellContended();
        if (options.singleTry() || isWornOut()) {
            giveUp();
        } else {
            wait.rest(stay.listen(contended.retryAfter(), options.pauseNanos(attempts)), this::wake);
        }
    }

    private void restOrGiveUp(boolean retryable) {
        if (retryable && !options.singleTry() && !isWornOut()) {
            wait.rest(options.pauseNanos(attempts), this::wake);
        } else {
            giveUp();
        }
    }

    private LockException noAnswer(Throwable cause) {
        return AcquireFailures.noAnswer(attempt, engine.backend.store(), cause);
    }

    private boolean isWornOut() {
        return attempts >= options.retry().maxAttempts();
    }

    private void giveUp() {
        LockException why = problem;
        if (why != null) {
            fail(why);
            return;
        }
        engine.events.publish(() -> new LockEvent.TimedOut(name.value(), wait.waited()));
        leave();
        result.complete(null);
    }

    private void endCancelled() {
        engine.events.publish(() -> new LockEvent.Cancelled(name.value(), wait.waited()));
        leave();
        result.completeExceptionally(AcquireFailures.cancelled(attempt, engine.backend.store()));
    }

    private void fail(LockException why) {
        engine.events.publish(() -> AcquireFailures.event(name, why));
        leave();
        result.completeExceptionally(why);
    }

    /** Something broke its contract: the caller is told, and neither the name nor a grant stays behind. */
    private void fallOver(Throwable failure) {
        if (!result.isDone()) {
            unanswered += Math.min(attempts, 1);
            fail(noAnswer(failure));
        }
    }

    /** Leaves without the lock. What an unanswered attempt may have left is settled before the next in line is up. */
    private void leave() {
        wait.stop();
        stay.leave();
        if (unanswered > 0) {
            engine.compensator.withdraw(attempt, attempt.lease(), unanswered > 1, () -> engine.left(this));
        } else {
            engine.left(this);
        }
    }

    private Attempt newAttempt() {
        return new Attempt(name, AttemptId.random(), options.lease(), 1, engine.holderHint);
    }
}

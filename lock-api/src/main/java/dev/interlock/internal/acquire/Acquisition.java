// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.acquire;

import dev.interlock.LockEvent;
import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.internal.hold.HandOffBudget;
import dev.interlock.internal.hold.HandOffOffer;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.hold.PendingReports;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.lease.LeaseDeadline;
import dev.interlock.internal.machine.SerialTask;
import dev.interlock.internal.queue.LastLook;
import dev.interlock.internal.queue.LocalQueues;
import dev.interlock.internal.queue.Waiter;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One caller's acquisition of a lock: wait behind the other callers of this client, ask the store, rest, ask again, until granted,
 * refused, out of time or cancelled.
 *
 * <p>It advances in steps on an executor, the caller's own thread or a work thread, never two at once; {@link #wake}
 * may be called by any thread at any time and only makes it look again. So all other state is confined, and blocking and
 * asynchronous callers share every line.
 */
public final class Acquisition implements PendingAcquisition<Hold>, Waiter<HandOffOffer> {

    private final Thread caller = Thread.currentThread();
    private final Acquisitions acquisitions;
    private final Holds holds;
    private final LocalQueues<HandOffOffer> queues;
    private final LockName name;
    private final EffectiveOptions options;
    private final BooleanSupplier wanted;
    private final WaitTimer wait;
    private final CompletableFuture<@Nullable Hold> result = new CompletableFuture<>();
    private final PendingReports pendingReports;
    private final OfferSlot offered = new OfferSlot();
    private final AcquisitionNews news;
    private final SerialTask steps;
    private final int hash;
    /** A close may cancel it before it stands in the queue: then it must not leave the queue before it has joined. */
    private volatile boolean begun;

    private volatile boolean asksSoon;
    private volatile boolean cancelled;
    private volatile @Nullable LastLook answer;
    private boolean over;
    private int attempts;
    private boolean lastLook;
    private AttemptRequests requests;
    private @Nullable LockException failure;

    /** An acquisition whose steps run on the executor; the lock is renewed as long as it is wanted. */
    public Acquisition(
            Acquisitions acquisitions,
            LockName name,
            EffectiveOptions options,
            Executor steps,
            BooleanSupplier wanted,
            AcquisitionNews news) {
        this.acquisitions = acquisitions;
        holds = acquisitions.holds;
        queues = acquisitions.queues;
        this.name = name;
        this.options = options;
        this.wanted = wanted;
        this.steps = new SerialTask(steps, this::advanceOrFail);
        asksSoon = steps instanceof CallerThreadExecutor;
        this.news = news;
        pendingReports = new PendingReports(holds);
        wait = new WaitTimer(acquisitions.machine, acquisitions.threads.timers, options.maxWaitNanos());
        requests = AttemptRequests.begin(acquisitions, name, options.kept(), news.calls(), this::wake);
        hash = requests.attempt().id().hashCode();
    }

    @Override
    public LockName name() {
        return name;
    }

    @Override
    public Thread caller() {
        return caller;
    }

    @Override
    public String what() {
        return "'" + name + "'";
    }

    @Override
    public CompletableFuture<@Nullable Hold> result() {
        return result;
    }

    @Override
    public boolean asksSoon() {
        return asksSoon;
    }

    /** Takes the first step, once it stands in the queue of its client. */
    void begin() {
        begun = true;
        steps.wake();
    }

    @Override
    public void wake() {
        if (begun) {
            steps.wake();
        }
    }

    @Override
    public void onLook(LastLook look) {
        answer = look;
        wake();
    }

    @Override
    public Reply offer(HandOffOffer offer) {
        return offered.offer(offer, options);
    }

    @Override
    public void cancel() {
        cancelled = true;
        wake();
    }

    @Override
    public LockTimeoutException timeout() {
        return AcquireFailures.timeout(acquisitions, name, options, wait.waited(), attempts, caller);
    }

    /** Not that of its identity, which no simulation decides, and by which sets of acquisitions would be ordered. */
    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    private void advanceOrFail() {
        try {
            advance();
        } catch (Throwable e) {
            failUnexpectedly(e);
        }
    }

    private void advance() {
        if (over) {
            return;
        }
        // A close that could not wait has completed the result already. What the acquisition keeps must still be
        // released.
        if (cancelled || result.isDone()) {
            endCancelled();
            return;
        }
        HandOffOffer offer = offered.take();
        if (offer == null) {
            offer = retained();
        }
        if (offer != null) {
            accept(offer);
            return;
        }
        LastLook ahead = answer;
        if (ahead == null) {
            ahead = options.singleTry() ? queues.aheadOfTry(name) : queues.aheadOf(this);
        }
        if (ahead != null) {
            stayBehind(ahead);
        } else if (attempts > 0 && wait.isOver()) {
            lookOnceMoreOrGiveUp();
        } else if (requests.isSignalled() || wait.hasRested()) {
            stepOrGiveWay();
        } else {
            wait.wakeAfterRest(this::wake);
        }
    }

    /**
     * Others of this client come first. Only what they know is an answer at the limit, so it may have to be awaited.
     */
    private void stayBehind(LastLook ahead) {
        if (ahead.taken()) {
            news.contended();
        }
        if (!wait.isOver()) {
            news.waits();
            wait.wakeAtLimit(this::wake);
        } else if (ahead.isKnown()) {
            LockException theirs = ahead.failure();
            failure = theirs == null ? null : AcquireFailures.noAnswerAhead(requests.attempt(), wait.waited(), theirs);
            giveUp();
        } else {
            queues.awaitLook(this);
        }
    }

    /** A lock that this client retains, if this is the next to have it; one that does not suit it is released first. */
    private @Nullable HandOffOffer retained() {
        if (holds.retained.isEmpty() || !queues.isNext(name, options.singleTry() ? null : this)) {
            return null;
        }
        HandOffOffer offer = holds.retained.claim(name, options);
        if (offer == null) {
            holds.retained.release(name);
        }
        return offer;
    }

    /** Others of this client have left their grant to this one. */
    private void accept(HandOffOffer offer) {
        Hold hold = offer.hold(options, wanted);
        if (hold.isProven() && !acquisitions.isClosed()) {
            offer.endBefore();
            hold(hold, () -> {
                holds.handedOff(hold, this);
                acquisitions.remove(this);
                offer.deliverTo(hold);
                requests.leave(holds.compensator, () -> {});
            });
        } else {
            // Too late: it waits on, and is woken when the store can be asked again.
            offered.reopen();
            offer.giveBack();
            if (options.singleTry()) {
                // It stands in no queue.
                wake();
            }
        }
    }

    /** A hint that did not come may be one that was lost: then only the store knows whether the lock is still taken. */
    private void lookOnceMoreOrGiveUp() {
        if (requests.reliesOnHint() && !lastLook && !hasNoAttemptLeft()) {
            lastLook = true;
            step();
        } else {
            giveUp();
        }
    }

    private void stepOrGiveWay() {
        boolean first = attempts == 0 && !options.singleTry();
        long others = first ? holds.fairness.restNanos(name, acquisitions.backend.capabilities()) : 0;
        long nanos = Math.min(others, wait.remainingNanos());
        if (nanos > 0) {
            wait.rest(nanos, this::wake);
        } else {
            step();
        }
    }

    private void step() {
        if (attempts == 0 && (options.retains() || !options.singleTry())) {
            int tokens = HandOffBudget.tokens(
                    queues.demand(name),
                    options.retains(),
                    holds.handOff,
                    acquisitions.backend.capabilities().maxTokens());
            requests = requests.reserving(tokens, options.retains());
        }
        attempts++;
        asksSoon = true;
        pendingReports.expect(requests.attempt().id());
        long driftMillis = LeaseDeadline.driftMillis(acquisitions.machine);
        AcquireOutcome outcome = options.singleTry() ? requests.tryOnce() : requests.tryInQueue();
        if (outcome instanceof AcquireOutcome.Granted granted) {
            granted(granted.grant(), driftMillis);
        } else if (outcome instanceof AcquireOutcome.Contended contended) {
            failure = null;
            contended(contended.retryAfter());
        } else if (outcome instanceof AcquireOutcome.Refused refused) {
            failed(requests.failure(refused), refused.retryable());
        } else if (outcome instanceof AcquireOutcome.Unknown unknown) {
            failed(requests.noAnswer(unknown.cause()), true);
        }
    }

    private void granted(Grant grant, long driftMillis) {
        Hold hold = new Hold(holds, grant, options, driftMillis, requests.isUnanswered(), wanted);
        if (!hold.isProven()) {
            requests.markUnanswered();
            requests.leave(holds.compensator, () -> {});
            requests = AttemptRequests.begin(acquisitions, name, options.kept(), news.calls(), this::wake);
            failed(AcquireFailures.lateAnswer(name, options.lease(), acquisitions.backend.store()), true);
        } else if (cancelled || acquisitions.isClosed()) {
            queues.looked(this, LastLook.TAKEN);
            requests.markUnanswered();
            endCancelled();
        } else {
            hold(hold, () -> {
                holds.granted(hold, this);
                acquisitions.remove(this);
                pendingReports.deliver(hold);
                requests.leaveGranted();
                passOnOffered();
            });
        }
    }

    private void hold(Hold hold, Runnable enter) {
        // Published first: from the next line on the hold can end, and listeners must not learn of its end before this.
        news.acquired(hold.token(), wait.waited());
        enter.run();
        pendingReports.end();
        over = true;
        wait.stop();
        hold.check();
        result.complete(hold);
    }

    /** It does not wait any more: what it was offered meanwhile is for others. */
    private void passOnOffered() {
        HandOffOffer offer = offered.close();
        if (offer != null) {
            offer.passOn();
        }
    }

    private void contended(Duration retryAfter) {
        holds.fairness.taken(name, requests.isInTurn());
        queues.looked(this, LastLook.TAKEN);
        news.contended();
        if (options.singleTry() || hasNoAttemptLeft() || lastLook) {
            giveUp();
        } else {
            news.waits();
            wait.rest(requests.listen(retryAfter, options.pauseNanos(attempts, acquisitions.machine)), this::wake);
        }
    }

    private void failed(LockException why, boolean retryable) {
        failure = why;
        queues.looked(this, LastLook.failed(why));
        if (retryable && !options.singleTry() && !hasNoAttemptLeft() && !lastLook) {
            wait.rest(options.pauseNanos(attempts, acquisitions.machine), this::wake);
        } else {
            giveUp();
        }
    }

    private boolean hasNoAttemptLeft() {
        return attempts >= options.retry().maxAttempts();
    }

    private void giveUp() {
        if (failure != null) {
            fail(failure);
            return;
        }
        leave(
                () -> news.endedInVain(() -> AcquireFailures.notGranted(name, options, wait.waited())),
                () -> result.complete(null));
    }

    private void endCancelled() {
        leave(
                () -> news.endedInVain(() -> new LockEvent.Cancelled(name.value(), wait.waited())),
                () -> result.completeExceptionally(AcquireFailures.cancelled(acquisitions, what())));
    }

    private void fail(LockException why) {
        leave(() -> reportFailed(why), () -> result.completeExceptionally(why));
    }

    private void reportFailed(LockException why) {
        if (why instanceof LockOutcomeUnknownException) {
            news.ended(() -> AcquireFailures.event(name, why));
        } else {
            news.endedInVain(() -> AcquireFailures.event(name, why));
        }
    }

    /** Something broke its contract: the caller gets an exception, and neither the name nor a grant stays behind. */
    private void failUnexpectedly(Throwable unexpected) {
        if (!over) {
            if (attempts > 0) {
                requests.markUnanswered();
            }
            failed(requests.noAnswer(unexpected), false);
        }
    }

    /**
     * Leaves without the lock. What a request without an answer may have left is released before the next waiter goes on. Whatever fails, the caller gets its outcome and the name does not stay with this acquisition.
     */
    private void leave(Runnable report, Runnable complete) {
        over = true;
        try {
            report.run();
        } finally {
            try {
                leave();
            } finally {
                complete.run();
            }
        }
    }

    private void left() {
        acquisitions.remove(this);
        queues.leave(this);
    }

    private void leave() {
        pendingReports.end();
        wait.stop();
        passOnOffered();
        requests.leave(holds.compensator, this::left);
    }
}

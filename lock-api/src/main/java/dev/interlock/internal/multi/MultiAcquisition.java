// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static java.util.Objects.requireNonNull;

import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockException;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.internal.acquire.AcquireFailures;
import dev.interlock.internal.acquire.Acquisition;
import dev.interlock.internal.acquire.AcquisitionNews;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.acquire.PendingAcquisition;
import dev.interlock.internal.acquire.WaitTimer;
import dev.interlock.internal.event.Calls;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.SerialTask;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.spi.BulkSteps;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One caller's acquisition of several locks: take what is free, wait for the one that is not, take the rest, until all
 * are held, refused, out of time or cancelled. Advances in steps on one executor, as {@link Acquisition} does, and runs
 * the steps of those of its single locks within its own.
 *
 * <p>A caller that holds locks of its set waits only for a name after all of these, so that no two callers wait for each
 * other. It waits no longer than its patience: then it releases everything and waits for that name alone. Of the callers
 * that wait while they hold locks, the one that waits for the last name does not wait for another waiter: the holder of
 * that name works, or is about to ask for more or to release it. That may take longer than its patience, whichever
 * names it holds. So patience grows with each round, and short sets do not starve long ones.
 */
final class MultiAcquisition implements PendingAcquisition<MultiHold> {

    private final Thread caller = Thread.currentThread();
    private final Acquisitions acquisitions;
    private final NavigableMap<LockName, EffectiveOptions> wanted;
    private final String what;
    private final CompletableFuture<@Nullable MultiHold> result = new CompletableFuture<>();
    private final Map<LockName, AcquisitionNews> news = new HashMap<>();
    private final WaitTimer limit;
    private final HeldParts held;
    private final SerialTask steps;
    private final MemberExecutor memberSteps;
    private final int hash;
    private volatile boolean cancelled;
    private @Nullable Acquisition part;
    private boolean partWaits;
    private boolean over;
    private @Nullable LockName busy;
    private @Nullable LockOutcomeUnknownException unanswered;

    private MultiAcquisition(
            Acquisitions acquisitions,
            NavigableMap<LockName, EffectiveOptions> wanted,
            String what,
            Executor executor) {
        this.acquisitions = acquisitions;
        this.wanted = wanted;
        this.what = what;
        limit = new WaitTimer(
                acquisitions.machine,
                acquisitions.threads.timers,
                wanted.firstEntry().getValue().maxWaitNanos());
        // Listeners look at the thread that asks: this one, but not that of each step.
        wanted.keySet().forEach(name -> news.put(name, acquisitions.news(name, limit::waited)));
        held = new HeldParts(acquisitions.holds);
        steps = new SerialTask(executor, this::advanceOrFail);
        memberSteps = new MemberExecutor(steps::wake);
        hash = acquisitions.machine.attemptId().hashCode();
    }

    /** Starts an acquisition; its first step runs at once on the executor. */
    static MultiAcquisition begin(
            Acquisitions acquisitions,
            NavigableMap<LockName, EffectiveOptions> wanted,
            String what,
            Executor executor) {
        StackRoom.require();
        acquisitions.requireOpen();
        MultiAcquisition acquisition = new MultiAcquisition(acquisitions, wanted, what, executor);
        acquisitions.enter(acquisition);
        acquisition.steps.wake();
        return acquisition;
    }

    @Override
    public String what() {
        return what;
    }

    @Override
    public CompletableFuture<@Nullable MultiHold> result() {
        return result;
    }

    @Override
    public LockTimeoutException timeout() {
        LockName taken = busy != null ? busy : wanted.firstKey();
        return new LockTimeoutException("not all of " + what + " acquired: "
                + AcquireFailures.timeout(acquisitions, taken, optionsOf(taken), limit.waited(), 1, caller)
                        .getMessage());
    }

    @Override
    public void cancel() {
        cancelled = true;
        steps.wake();
    }

    /** See {@link Acquisition#hashCode}. */
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
            if (isUnwanted()) {
                endCancelled();
            } else {
                end(() -> result.completeExceptionally(e));
            }
        }
    }

    private void advance() {
        Acquisition unwanted = part;
        if (cancelled && unwanted != null && !unwanted.result().isDone()) {
            unwanted.cancel();
        }
        memberSteps.runAll();
        // Not until the result is there: a close that could not wait gives one, and what is held is let go all the
        // same.
        while (!over) {
            Acquisition asked = part;
            if (asked == null) {
                next();
            } else if (asked.result().isDone()) {
                part = null;
                ended(asked);
            } else {
                return;
            }
            memberSteps.runAll();
        }
    }

    private boolean isUnwanted() {
        return cancelled || acquisitions.isClosed();
    }

    private void next() {
        LockName lost = held.firstLost();
        List<LockName> rest = held.missing(wanted.keySet());
        if (isUnwanted()) {
            endCancelled();
        } else if (lost != null) {
            held.giveBack();
            failed(lost, AcquireFailures.lostMeanwhile(lost, acquisitions.backend.store()), false);
        } else if (rest.isEmpty()) {
            complete();
        } else if (busy != null) {
            waitFor(busy);
        } else {
            take(rest);
        }
    }

    /** Takes what is missing without waiting, by one request if that can be. */
    private void take(List<LockName> rest) {
        Optional<LockName> ahead = rest.stream()
                .filter(name -> acquisitions.queues.aheadOfTry(name) != null)
                .findFirst();
        Optional<BulkSteps> atOnce =
                rest.size() > 1 && ahead.isEmpty() ? acquisitions.backend.bulk() : Optional.empty();
        if (atOnce.isPresent() && atOnce.get().canAcquireAll(rest)) {
            takeAtOnce(rest, atOnce.get());
        } else {
            ask(ahead.orElse(rest.get(0)), 0);
        }
    }

    private void takeAtOnce(List<LockName> rest, BulkSteps atOnce) {
        BulkAcquisition asking = new BulkAcquisition(acquisitions, rest, this::optionsOf, this::newsOf, caller);
        List<Hold> granted = asking.ask(atOnce, () -> !isUnwanted());
        granted.forEach(held::add);
        LockException failure = asking.failure();
        LockName taken = asking.busy();
        if (failure != null) {
            failed(rest.get(0), failure, false);
        } else if (taken != null) {
            newsOf(taken).contended();
            taken(taken, false);
        }
    }

    private void waitFor(LockName name) {
        if (!held.mayWaitFor(name)) {
            held.giveBack();
        }
        long patience = held.isEmpty() ? EffectiveOptions.NO_LIMIT : Math.max(1, held.patienceNanos());
        ask(name, Math.min(limit.remainingNanos(), patience));
    }

    private void ask(LockName name, long maxWaitNanos) {
        EffectiveOptions options = optionsOf(name).withMaxWaitNanos(maxWaitNanos);
        Acquisition asked = acquisitions.begin(name, options, memberSteps, Acquisitions.ALWAYS, newsOf(name));
        partWaits = !options.singleTry();
        part = asked;
        asked.result().whenComplete((hold, failure) -> steps.wake());
    }

    private void ended(Acquisition asked) {
        try {
            Hold hold = asked.outcome();
            if (hold != null) {
                busy = null;
                held.add(hold);
            } else {
                taken(asked.name(), partWaits && held.isEmpty());
            }
        } catch (LockClientClosedException e) {
            endCancelled();
        } catch (LockException e) {
            failed(asked.name(), e, partWaits && held.isEmpty());
        }
    }

    /** Another holder has the lock; finally so if this waited for it as long as it may. */
    private void taken(LockName name, boolean isFinal) {
        boolean outOfPatience = name.equals(busy);
        busy = name;
        if (isFinal || limit.isOver()) {
            end(() -> {
                publish(() -> AcquireFailures.notGranted(name, optionsOf(name), limit.waited()));
                result.complete(null);
            });
        } else if (outOfPatience) {
            held.giveBack();
        }
    }

    /** The store did not say, or could not do it; finally so if this asked for it as long as it may. */
    private void failed(LockName name, LockException why, boolean isFinal) {
        held.giveBackInBackground();
        busy = name;
        if (why instanceof LockOutcomeUnknownException unknown) {
            unanswered = unknown;
        }
        if (isFinal || limit.isOver()) {
            // "Surely not acquired" would be true of the last request only.
            LockException outcome = unanswered != null ? unanswered : why;
            end(() -> {
                if (!(outcome instanceof LockOutcomeUnknownException)) {
                    publish(() -> AcquireFailures.event(name, outcome));
                }
                result.completeExceptionally(outcome);
            });
        }
    }

    private void complete() {
        over = true;
        MultiHold hold = held.toHold();
        acquisitions.remove(this);
        if (!result.complete(hold)) {
            hold.release();
        }
    }

    private void endCancelled() {
        end(() -> {
            LockName name = busy != null ? busy : wanted.firstKey();
            publish(() -> new LockEvent.Cancelled(name.value(), limit.waited()));
            result.completeExceptionally(AcquireFailures.cancelled(acquisitions, what));
        });
    }

    private void end(Runnable complete) {
        over = true;
        held.giveBack();
        acquisitions.remove(this);
        complete.run();
    }

    /** The event of one lock ends the whole set. */
    private void publish(Supplier<LockEvent> event) {
        acquisitions.events.publish(
                event, news.values().stream().map(AcquisitionNews::calls).reduce(Calls.NONE, Calls::and));
    }

    private EffectiveOptions optionsOf(LockName name) {
        return requireNonNull(wanted.get(name));
    }

    private AcquisitionNews newsOf(LockName name) {
        return requireNonNull(news.get(name));
    }
}

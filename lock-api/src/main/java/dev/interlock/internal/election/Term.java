// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import dev.interlock.AcquireOptions;
import dev.interlock.ElectionOptions;
import dev.interlock.HandleState;
import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.LockEvent;
import dev.interlock.TermEnd;
import dev.interlock.internal.hold.Handle;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.machine.TimerQueue;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One term: a hold, the thread that leads under it, and its end, which is told once. From then on nothing renews the lease,
 * so that a task which ignores its interrupt loses the lock in time. Thread-safe.
 *
 * <p>The timers only tell: they neither block nor ask the store.
 */
final class Term implements Leadership {

    private final Holds holds;
    private final Handle handle;
    private final LeaderTask task;
    private final long beganNanos;
    private final long marginNanos;
    private final CountDownLatch told = new CountDownLatch(1);
    private final CompletableFuture<TermEnd> ending = new CompletableFuture<>();

    /** Held while the interrupt is sent, so that the thread that leaves the task has it behind itself. */
    private final ReentrantLock guard;

    private @Nullable Thread thread;
    private volatile @Nullable TermEnd end;
    private long toldNanos;
    private long overNanos;
    private TimerQueue.@Nullable Entry nextLook;
    private TimerQueue.@Nullable Entry limit;

    /** A term that begins with the grant of its lock; {@link #watch} follows. */
    Term(Holds holds, Handle handle, ElectionOptions options, LeaderTask task) {
        this.holds = holds;
        this.handle = handle;
        this.task = task;
        guard = holds.machine.lock();
        beganNanos = holds.machine.nanoTime();
        long lease = handle.remaining().toNanos();
        Duration asked = options.margin();
        marginNanos = asked == null ? lease / 6 : Math.min(asked.toNanos(), lease / 3);
    }

    /** Sees to it that the term is told to end in time. */
    void watch(Duration maxTerm) {
        handle.onLost(loss -> tell(TermEnd.LOST), Runnable::run);
        guard.lock();
        try {
            if (end == null && !maxTerm.equals(AcquireOptions.UNLIMITED)) {
                limit = holds.threads.timers.at(beganNanos + maxTerm.toNanos(), () -> tell(TermEnd.ABDICATED));
            }
        } finally {
            guard.unlock();
        }
        look();
    }

    /** Looks whether the lease comes to its end, now and each time that it could. */
    private void look() {
        long left = handle.remaining().toNanos() - marginNanos;
        if (left <= 0) {
            tell(handle.state() == HandleState.LOST ? TermEnd.LOST : TermEnd.LEASE_ENDING);
            return;
        }
        guard.lock();
        try {
            if (end == null) {
                nextLook = holds.threads.timers.at(holds.machine.nanoTime() + left, this::look);
            }
        } finally {
            guard.unlock();
        }
    }

    /** Tells the term to end; false if it was told before, or has ended. */
    boolean tell(TermEnd reason) {
        guard.lock();
        try {
            if (!ends(reason)) {
                return false;
            }
            if (thread != null) {
                thread.interrupt();
            }
        } finally {
            guard.unlock();
        }
        announce(reason);
        return true;
    }

    /** Called under the guard. */
    private boolean ends(TermEnd reason) {
        if (end != null) {
            return false;
        }
        end = reason;
        toldNanos = holds.machine.nanoTime();
        overNanos = toldNanos + handle.remaining().toNanos();
        holds.threads.timers.cancel(nextLook);
        holds.threads.timers.cancel(limit);
        return true;
    }

    private void announce(TermEnd reason) {
        handle.renewNoMore();
        told.countDown();
        ending.complete(reason);
    }

    /** Runs the task on the current thread and releases the lock; a term that was told to end before has no task. */
    Outcome lead() {
        @Nullable Throwable failure = null;
        boolean begun = enter();
        if (begun) {
            holds.events.publish(() -> new LockEvent.TermBegan(electionName(), handle.fencingToken()));
            try {
                task.lead(this);
            } catch (Throwable e) {
                failure = e;
            }
        }
        Outcome outcome = leave(failure);
        if (begun) {
            holds.events.publish(outcome::event);
        }
        handle.release();
        return outcome;
    }

    private boolean enter() {
        guard.lock();
        try {
            thread = Thread.currentThread();
            return end == null;
        } finally {
            guard.unlock();
        }
    }

    private Outcome leave(@Nullable Throwable failure) {
        TermEnd byItself = failure == null ? TermEnd.RETURNED : TermEnd.FAILED;
        boolean first;
        guard.lock();
        try {
            first = ends(byItself);
            thread = null;
        } finally {
            guard.unlock();
        }
        // The interrupt of this term must not reach the release.
        Thread.interrupted();
        if (first) {
            announce(byItself);
        }
        boolean obeyed = !first && failure instanceof InterruptedException;
        return new Outcome(
                electionName(),
                handle.fencingToken(),
                Objects.requireNonNull(end),
                Duration.ofNanos(toldNanos - beganNanos),
                Duration.ofNanos(holds.machine.nanoTime() - toldNanos),
                obeyed ? null : failure);
    }

    /**
     * How a term ended.
     *
     * @param led from the grant until the term was told to end
     * @param stopping from then until the task had ended
     * @param failure of the task; null if there was none
     */
    record Outcome(
            String electionName,
            long term,
            TermEnd end,
            Duration led,
            Duration stopping,
            @Nullable Throwable failure) {

        LockEvent event() {
            return new LockEvent.TermEnded(
                    electionName,
                    term,
                    end,
                    led,
                    stopping,
                    Optional.ofNullable(failure).map(Throwable::toString));
        }
    }

    /** True on the thread that runs the task. */
    boolean isMine() {
        guard.lock();
        try {
            return thread == Thread.currentThread();
        } finally {
            guard.unlock();
        }
    }

    /** The time until the lease is over, of a term that was told to end. A release does not shorten it. */
    long leftNanos() {
        guard.lock();
        try {
            return Math.max(0, overNanos - holds.machine.nanoTime());
        } finally {
            guard.unlock();
        }
    }

    /** A term for which there was no thread. */
    void giveUp() {
        guard.lock();
        try {
            ends(TermEnd.FAILED);
        } finally {
            guard.unlock();
        }
        announce(TermEnd.FAILED);
        handle.releasing();
    }

    /** True until it was told to end; reads the time, so that a late timer makes no leader. */
    boolean goesOn() {
        return end == null && !handle.remaining().isZero();
    }

    @Override
    public String electionName() {
        return handle.lockName();
    }

    @Override
    public long term() {
        return handle.fencingToken();
    }

    @Override
    public Duration remaining() {
        return handle.remaining();
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        handle.ensureHeld(atLeast);
    }

    @Override
    public Optional<TermEnd> end() {
        return Optional.ofNullable(end);
    }

    @Override
    public CompletableFuture<TermEnd> whenEnding() {
        return holds.threads.promises.of(ending);
    }

    @Override
    public TermEnd awaitEnd() throws InterruptedException {
        try {
            holds.machine.await(told, Long.MAX_VALUE);
        } catch (InterruptedException e) {
            if (!isMine() || end == null) {
                throw e;
            }
        }
        if (isMine()) {
            // It was sent before the latch was counted down, and says what this method returns.
            Thread.interrupted();
        }
        return Objects.requireNonNull(end);
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "Leadership[" + handle.what() + ", term " + term() + ", " + (end == null ? "goes on" : end) + "]";
    }
}

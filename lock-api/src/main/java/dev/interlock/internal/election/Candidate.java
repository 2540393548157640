// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.election;

import dev.interlock.Candidacy;
import dev.interlock.CandidacyState;
import dev.interlock.ElectionOptions;
import dev.interlock.LeaderTask;
import dev.interlock.Leadership;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockName;
import dev.interlock.TermEnd;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.hold.Handle;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.TimerQueue;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A candidate goes round: it pauses, asks for the lock, leads for a term, and pauses again, until it is closed. It has at
 * most one of these under way, so a task that does not end keeps it from standing again. Only a term has a thread.
 * Thread-safe.
 */
final class Candidate implements Candidacy {

    private static final int MAX_DOUBLINGS = 20;

    private final Acquisitions acquisitions;
    private final ClientThreads threads;
    private final Machine machine;
    private final Candidacies candidacies;
    private final LockName lockName;
    private final EffectiveOptions effective;
    private final ElectionOptions options;
    private final LeaderTask task;

    /** That of the caller: code of users finds its classes and resources by it. */
    private final @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();

    private final ReentrantLock guard;
    private final CountDownLatch over = new CountDownLatch(1);
    private boolean closed;
    private int failures;
    private TimerQueue.@Nullable Entry pause;
    private @Nullable CompletableFuture<Handle> asked;
    private @Nullable Term term;

    /** A candidate that has yet to {@link #begin}. */
    Candidate(
            Acquisitions acquisitions,
            Candidacies candidacies,
            LockName lockName,
            EffectiveOptions effective,
            ElectionOptions options,
            LeaderTask task) {
        this.acquisitions = acquisitions;
        threads = acquisitions.threads;
        machine = acquisitions.machine;
        this.candidacies = candidacies;
        this.lockName = lockName;
        this.effective = effective;
        this.options = options;
        this.task = task;
        guard = machine.lock();
    }

    void begin() {
        candidacies.enter(this);
        standAfter(0);
    }

    private void standAfter(long pauseNanos) {
        long nanos = pauseNanos + options.delay().toNanos();
        if (nanos == 0) {
            stand();
            return;
        }
        guard.lock();
        try {
            if (!closed) {
                pause = threads.timers.at(machine.nanoTime() + nanos, this::stand);
            }
        } finally {
            guard.unlock();
        }
    }

    /** Asks for the lock; neither blocks nor throws. */
    private void stand() {
        CompletableFuture<Handle> asking;
        try {
            asking = acquisitions
                    .begin(lockName, effective, threads.work, Acquisitions.ALWAYS)
                    .promise(acquisitions, acquisitions.holds::deliveredHandle, Hold::release);
        } catch (RuntimeException | Error e) {
            notGranted(e);
            return;
        }
        boolean wanted;
        guard.lock();
        try {
            wanted = !closed;
            asked = asking;
        } finally {
            guard.unlock();
        }
        if (!wanted) {
            asking.cancel(false);
        }
        asking.whenComplete((handle, failure) -> {
            if (handle != null) {
                granted(handle);
            } else {
                notGranted(failure);
            }
        });
    }

    private void notGranted(Throwable failure) {
        if (failure instanceof LockClientClosedException) {
            standDown();
            return;
        }
        // The events of the acquisition have reported it.
        standAfter(pauseAfterFailure());
    }

    private long pauseAfterFailure() {
        guard.lock();
        try {
            int doublings = Math.min(failures, MAX_DOUBLINGS);
            failures = failures + 1;
            long longest = Math.min(
                    options.longestPause().toNanos(), options.shortestPause().toNanos() << doublings);
            return machine.random(longest / 2, longest + 1);
        } finally {
            guard.unlock();
        }
    }

    private void granted(Handle handle) {
        Term next = new Term(acquisitions.holds, handle, options, task);
        boolean wanted;
        guard.lock();
        try {
            asked = null;
            wanted = !closed;
            if (wanted) {
                term = next;
            }
        } finally {
            guard.unlock();
        }
        if (!wanted) {
            handle.releasing();
            return;
        }
        next.watch(options.maxTerm());
        try {
            machine.start("interlock-leader-" + lockName.value(), () -> lead(next));
        } catch (RuntimeException | Error e) {
            acquisitions.holds.log.noLeaderThread(lockName.value(), handle.fencingToken(), e);
            next.giveUp();
            ended(pauseAfterFailure());
        }
    }

    private void lead(Term next) {
        Thread.currentThread().setContextClassLoader(loader);
        Term.Outcome outcome = next.lead();
        Throwable failure = outcome.failure();
        if (failure != null) {
            acquisitions.holds.log.leaderFailed(lockName.value(), outcome.term(), outcome.end(), failure);
        }
        boolean failed = outcome.end() == TermEnd.FAILED;
        if (!failed || outcome.led().compareTo(options.longestPause()) >= 0) {
            guard.lock();
            try {
                failures = 0;
            } finally {
                guard.unlock();
            }
        }
        ended(failed ? pauseAfterFailure() : options.shortestPause().toNanos());
    }

    /** A term is over, and its lock is released. */
    private void ended(long pauseNanos) {
        boolean last;
        guard.lock();
        try {
            term = null;
            last = closed;
        } finally {
            guard.unlock();
        }
        if (last) {
            finish();
        } else {
            standAfter(pauseNanos);
        }
    }

    private void finish() {
        candidacies.remove(this);
        over.countDown();
    }

    @Override
    public CandidacyState state() {
        guard.lock();
        try {
            if (term != null) {
                return term.goesOn() ? CandidacyState.LEADING : CandidacyState.ENDING;
            }
            return closed ? CandidacyState.CLOSED : CandidacyState.FOLLOWING;
        } finally {
            guard.unlock();
        }
    }

    private @Nullable Term present() {
        guard.lock();
        try {
            return term;
        } finally {
            guard.unlock();
        }
    }

    @Override
    public Optional<Leadership> leadership() {
        Term present = present();
        return present != null && present.goesOn() ? Optional.of(present) : Optional.empty();
    }

    @Override
    public boolean abdicate() {
        Term present = present();
        return present != null && present.tell(TermEnd.ABDICATED);
    }

    /** Ends the candidacy without a wait for its task. */
    void standDown() {
        CompletableFuture<Handle> asking;
        Term present;
        guard.lock();
        try {
            closed = true;
            threads.timers.cancel(pause);
            asking = asked;
            present = term;
        } finally {
            guard.unlock();
        }
        if (asking != null) {
            asking.cancel(false);
        }
        if (present != null) {
            present.tell(TermEnd.CLOSED);
        } else {
            finish();
        }
    }

    @Override
    public void close() {
        standDown();
        Term present = present();
        if (present == null || present.isMine()) {
            return;
        }
        try {
            machine.await(over, present.leftNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is safe to show. */
    @Override
    public String toString() {
        return "Candidacy['" + lockName.value() + "' on " + acquisitions.backend.store() + ", " + state() + "]";
    }
}

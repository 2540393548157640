// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import dev.interlock.LeaseRange;
import dev.interlock.LockEvent;
import dev.interlock.LossCause;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.lease.LeaseDeadline;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The renewals of one hold: every third of the lease, sooner after one that got no answer, one at a time, until
 * the hold ends. No outcome and no exception ends the cycle except "not the owner". One that is due waits for a
 * thread, and is reported as late if it gets none in time.
 */
final class RenewalCycle {

    private static final EngineLog LOG = EngineLog.of(RenewalCycle.class);

    /** Beginning this part of the lease after its time a renewal is late: when half of the lease is over. */
    private static final int LATE_PART = 6;

    /** A renewal that takes longer than this part of the lease counts as one that hangs. */
    private static final int LONG_PART = 10;

    private final Holds holds;
    private final Machine machine;
    private final Hold hold;
    private final Grant grant;
    private final EffectiveOptions options;
    private final LeaseDeadline deadline;
    private final BooleanSupplier wanted;
    private final ReentrantLock oneAtATime;
    private volatile Duration lease;
    private volatile long dueNanos;
    private volatile boolean pending;
    private volatile boolean begun;
    private volatile boolean reportedLate;
    private volatile boolean stopped;
    private volatile int unanswered;
    private volatile int troubles;
    private volatile int doubts;

    RenewalCycle(
            Holds holds,
            Hold hold,
            EffectiveOptions options,
            LeaseDeadline deadline,
            BooleanSupplier wanted,
            long dueNanos) {
        this(holds, hold, options, deadline, wanted, dueNanos, holds.machine.lock());
    }

    private RenewalCycle(
            Holds holds,
            Hold hold,
            EffectiveOptions options,
            LeaseDeadline deadline,
            BooleanSupplier wanted,
            long dueNanos,
            ReentrantLock oneAtATime) {
        this.holds = holds;
        machine = holds.machine;
        this.hold = hold;
        grant = hold.grant();
        this.options = options;
        this.deadline = deadline;
        this.wanted = wanted;
        this.oneAtATime = oneAtATime;
        stopped = options.renewal() == Renewal.NONE;
        lease = options.reliedOn(grant.lease());
        this.dueNanos = dueNanos;
    }

    /** The renewals of a hold that has the same grant after this one. */
    RenewalCycle next(Hold following, EffectiveOptions asked, LeaseDeadline proven, BooleanSupplier stillWanted) {
        return new RenewalCycle(holds, following, asked, proven, stillWanted, dueNanos, oneAtATime);
    }

    /** When the next renewal is due. */
    long dueNanos() {
        return dueNanos;
    }

    /** True if none is due, on its way or unanswered: no more of the lease is over than a holder has to expect. */
    boolean isQuiet() {
        return !pending && !isUnanswered() && machine.nanoTime() - dueNanos < 0;
    }

    /** Whether this cycle renews the lease that a waiter asked for, in the way it asked for. */
    boolean suits(EffectiveOptions asked) {
        return !stopped
                && asked.renewal() == options.renewal()
                && asked.kept().equals(grant.attempt().lease())
                && asked.lockDelay().equals(options.lockDelay())
                && kept().compareTo(grant.attempt().lease()) <= 0;
    }

    /** A doubt came up that only a renewal sent from now on can end. Called under the hold's guard. */
    void doubted() {
        int sofar = doubts;
        doubts = sofar + 1;
    }

    /** Makes the next renewal due now. */
    void hurry() {
        dueNanos = machine.nanoTime();
    }

    /** Whether the lease is renewed without a request of the caller. */
    boolean isAutomatic() {
        return !stopped;
    }

    /** From now on nothing is renewed unless the user asks for it. */
    void stop() {
        stopped = true;
    }

    /** The longest that the store was asked to keep the lock so far. */
    Duration kept() {
        return options.kept(lease);
    }

    /** The bounds of the leases of this name; null if they are fixed. */
    @Nullable
    LeaseRange adaptiveLease() {
        return options.adaptiveLease();
    }

    /** How long the name stays closed after a loss. */
    Duration lockDelay() {
        return options.lockDelay();
    }

    /** True if a renewal was sent of which the store has not said what became of it. */
    boolean isUnanswered() {
        return begun || oneAtATime.isLocked() || unanswered > 0;
    }

    /** Why no renewal was proven before the lease ended, for people. */
    String whyUnproven() {
        return pending && !begun
                ? "the renewal that was due " + lateMillis() + " ms ago has not begun, as all renewal threads of the"
                        + " client are busy: raise renewalThreads, or the lease"
                : "no renewal was proven before the lease ended";
    }

    /** When the hold has to look again. Called under the hold's guard. */
    long nextDue() {
        long end = deadline.end();
        long next = pending ? lateFrom() : dueNanos;
        boolean nothing = pending ? begun || reportedLate : isPointless();
        return nothing || next - end > 0 ? end : next;
    }

    private long lateFrom() {
        return dueNanos + lease.toNanos() / LATE_PART;
    }

    private long lateMillis() {
        return Duration.ofNanos(machine.nanoTime() - dueNanos).toMillis();
    }

    /**
     * Hands a renewal that is due to the renewal threads, or reports that the one they have has not begun for long.
     * Called under the hold's guard; never blocks.
     */
    void startIfDue() {
        if (pending) {
            reportIfLate();
            return;
        }
        if (isPointless() || machine.nanoTime() - dueNanos < 0) {
            return;
        }
        if (!wanted.getAsBoolean()) {
            stop();
            Abandonment.report(holds, hold, "the thread that locked it has died, and it ends with its lease");
            return;
        }
        pending = true;
        reportedLate = false;
        try {
            if (troubles == 0 && holds.backend.bulk().isPresent()) {
                holds.batches.add(this, deadline.end());
            } else {
                holds.threads.renewals.execute(this::renewAndLookAgain, deadline.end(), troubles);
            }
        } catch (RuntimeException | Error e) {
            // No thread to be had, say. The hold must still set its next look, or nothing would end it.
            pending = false;
            dueNanos = machine.nanoTime() + options.pauseNanos(1, machine);
            LOG.error("no renewal of '{}' could be started, it is tried again: {}", hold.lockName(), e.toString());
        }
    }

    private void reportIfLate() {
        if (!begun && !reportedLate && machine.nanoTime() - lateFrom() >= 0) {
            reportedLate = true;
            Duration late = Duration.ofMillis(lateMillis());
            holds.events.publish(() -> new LockEvent.RenewalDelayed(
                    hold.lockName(), hold.token(), late, Duration.ofNanos(deadline.remainingNanos())));
        }
    }

    /** A renewal that cannot move the end is still worthwhile if it can end a doubt. */
    private boolean isPointless() {
        return stopped || (deadline.isCapped() && !hold.isUncertain());
    }

    /** One renewal asked for by the user; an automatic one on its way is awaited first. */
    RenewResult renewNow(Duration asked) {
        StackRoom.require();
        oneAtATime.lock();
        try {
            // Never shorter: a short renewal delayed on its way could undercut a longer one proven meanwhile.
            lease = asked.compareTo(lease) > 0 ? asked : lease;
            RenewResult result = renew();
            hold.check();
            return result;
        } finally {
            oneAtATime.unlock();
        }
    }

    void renewAndLookAgain() {
        if (begin()) {
            try {
                renew();
            } finally {
                end();
            }
        }
    }

    /**
     * Begins a renewal on this thread; if no other is under way, {@link #end} must follow on the same thread. If not, the
     * user's own renewal will do as well, and one that hangs must not take this thread, too.
     */
    boolean begin() {
        begun = true;
        if (oneAtATime.tryLock()) {
            return true;
        }
        dueNanos = machine.nanoTime() + pauseNanos(Integer.MAX_VALUE);
        lookAgain();
        return false;
    }

    void end() {
        oneAtATime.unlock();
        lookAgain();
    }

    private void lookAgain() {
        begun = false;
        pending = false;
        hold.check();
    }

    private RenewResult renew() {
        Request request = request();
        return request == null ? RenewResult.NOT_HELD : ended(request, holds.backend.renew(grant, request.kept));
    }

    /** What there is to ask the store for now; null if nothing is. */
    @Nullable
    Request request() {
        return hold.remainingNanos() == 0
                ? null
                : new Request(grant, kept(), machine.nanoTime(), LeaseDeadline.driftMillis(machine), doubts);
    }

    /**
     * A renewal that is about to be sent.
     *
     * @param grant what is renewed
     * @param kept how long the store is to keep it
     * @param beganNanos when
     * @param driftMillis {@link LeaseDeadline#driftMillis} then
     * @param doubts how many doubts there were then
     */
    record Request(Grant grant, Duration kept, long beganNanos, long driftMillis, int doubts) {}

    /** What became of a request. */
    RenewResult ended(Request request, RenewOutcome outcome) {
        boolean isLong = machine.nanoTime() - request.beganNanos > lease.toNanos() / LONG_PART;
        troubles = isLong || !(outcome instanceof RenewOutcome.Renewed) ? troubles + 1 : 0;
        if (outcome instanceof RenewOutcome.Renewed renewed) {
            return confirmed(renewed, request);
        }
        if (outcome instanceof RenewOutcome.NotOwner notOwner) {
            hold.lose(LossCause.NOT_OWNER, notOwner.detail());
            return RenewResult.NOT_HELD;
        }
        int failures = unanswered + 1;
        unanswered = failures;
        dueNanos = machine.nanoTime() + pauseNanos(failures);
        String reason = String.valueOf(((RenewOutcome.Unknown) outcome).cause());
        hold.publishWhileHeld(() -> new LockEvent.RenewalFailed(
                hold.lockName(), hold.token(), Duration.ofNanos(hold.remainingNanos()), reason));
        return RenewResult.UNKNOWN;
    }

    private long pauseNanos(int failures) {
        return Math.min(options.pauseNanos(failures, machine), lease.toNanos() / 3);
    }

    private RenewResult confirmed(RenewOutcome.Renewed renewed, Request request) {
        Duration reliedOn = options.reliedOn(renewed.lease());
        boolean inTime = hold.confirm(() -> {
            unanswered = 0;
            deadline.prove(renewed.sentNanos(), reliedOn, request.driftMillis);
            holds.events.publish(() -> new LockEvent.Renewed(hold.lockName(), hold.token()));
            if (doubts != request.doubts) {
                hurry();
                return false;
            }
            // By what the store granted, which may be less than what it was asked for.
            dueNanos = holds.pace.nextDue(renewed.sentNanos(), reliedOn);
            return true;
        });
        if (inTime) {
            return RenewResult.RENEWED;
        }
        // Too late to be believed, but the store now keeps the lock for another lease: give it back. Not after a
        // release, which came later than this renewal, or found that the lock was gone.
        if (hold.state() == HandleState.LOST) {
            holds.compensator.compensateAfter(lockDelay(), grant.attempt(), kept(), false);
        }
        return RenewResult.NOT_HELD;
    }
}

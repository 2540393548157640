// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RetentionEnd;
import dev.interlock.internal.hold.HoldState.Event;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.lease.LeaseDeadline;
import dev.interlock.internal.machine.Machine;
import dev.interlock.internal.machine.StackRoom;
import dev.interlock.internal.machine.TimerQueue;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One handle's ownership of a name in the store, from the grant to the end: one lease, one deadline, one fencing token.
 * Its states and moves are in {@link HoldState}. Thread-safe.
 *
 * <p>A release may hand the grant off to the next waiter of this client ({@link HandOffOffer}), or leave it to the client
 * for a next handle ({@link RetainedLocks}). This hold is then over as after any other release, and the next one is a hold
 * of its own.
 *
 * <p>The deadline is local, and every reading of the state checks it, so the end of a lease needs neither a reply nor a
 * thread. The timer thread runs {@link #check}, which only decides; I/O happens on other threads.
 */
public final class Hold {

    private final Holds holds;
    private final Machine machine;
    private final Grant grant;
    private final long token;
    private final long grantedNanos;
    private final LeaseDeadline deadline;
    private final HandOffBudget budget;
    /** Null if the backend does not recall the grant. */
    private final @Nullable Retention retention;

    private final long retentionNanos;
    private final RenewalCycle renewals;
    private final HoldCompensation compensation;
    private final ReentrantLock guard;
    private volatile HoldState state = HoldState.HELD;
    private TimerQueue.@Nullable Entry nextCheck;
    private Cleaner.@Nullable Cleanable watch;
    private volatile @Nullable Release release;
    private volatile boolean watched;
    private @Nullable Hold next;

    /** Made by the first consumer, or by a loss: most holds end without either. */
    private @Nullable LossNotifier lossNotifier;

    /** Null while there are none. */
    private @Nullable List<Consumer<Hold>> reportsForNext;

    /**
     * The hold of a grant.
     *
     * @param driftMillisAtSend {@link LeaseDeadline#driftMillis} before the granting request was sent
     * @param repeated whether an earlier request of this attempt got no answer
     * @param wanted whether the caller still needs the lock renewed
     */
    public Hold(
            Holds holds,
            Grant grant,
            EffectiveOptions options,
            long driftMillisAtSend,
            boolean repeated,
            BooleanSupplier wanted) {
        this.holds = holds;
        machine = holds.machine;
        this.grant = grant;
        token = grant.token();
        guard = machine.lock();
        grantedNanos = machine.nanoTime();
        budget = HandOffBudget.of(grant, holds.handOff, grantedNanos);
        retention = grant.attempt().recallable() ? new Retention(holds, grant.attempt()) : null;
        retentionNanos = options.retentionNanos();
        deadline = new LeaseDeadline(machine, grant.sentNanos(), options.maxHoldNanos());
        deadline.prove(grant.sentNanos(), options.reliedOn(grant.lease()), driftMillisAtSend);
        long due = holds.pace.nextDue(grant.sentNanos(), options.reliedOn(grant.lease()));
        renewals = new RenewalCycle(holds, this, options, deadline, wanted, due);
        compensation = new HoldCompensation(holds, grant, repeated);
    }

    /** The hold that follows another one by hand-off or after its retention, in the same lease of the store. */
    Hold(Hold before, EffectiveOptions options, BooleanSupplier wanted) {
        holds = before.holds;
        machine = before.machine;
        grant = before.grant;
        token = before.token + 1;
        guard = machine.lock();
        budget = before.state == HoldState.RETAINED ? before.budget.nextRetained() : before.budget.next();
        retention = before.retention;
        retentionNanos = options.retentionNanos();
        grantedNanos = machine.nanoTime();
        deadline = before.deadline.goOn(grantedNanos, options.maxHoldNanos());
        renewals = before.renewals.next(this, options, deadline, wanted);
        watched = before.watched;
        compensation = before.compensation;
    }

    /** False if the grant came too late to be a hold. Unlike reading the state, this ends and reports nothing. */
    public boolean isProven() {
        return !deadline.hasPassed();
    }

    /** What the store granted, to this hold or to one that it follows. */
    public Grant grant() {
        return grant;
    }

    /** The fencing token of this hold. */
    public long token() {
        return token;
    }

    public String lockName() {
        return name().value();
    }

    LockName name() {
        return grant.attempt().name();
    }

    @Nullable
    Retention retention() {
        return retention;
    }

    public LossNotifier lossNotifier() {
        guard.lock();
        try {
            LossNotifier known = lossNotifier;
            if (known == null) {
                known = new LossNotifier(holds, lockName(), token);
                lossNotifier = known;
            }
            return known;
        } finally {
            guard.unlock();
        }
    }

    RenewalCycle renewals() {
        return renewals;
    }

    public HandleState state() {
        HoldState known = state;
        if (known.isHeld() && (deadline.hasPassed() || (known == HoldState.HELD && deadline.hasSlept()))) {
            StackRoom.requireToEnd();
            check();
            known = state;
        }
        return known.visible();
    }

    /** The state as last decided, without a look at the time. */
    boolean isUncertain() {
        return state == HoldState.UNCERTAIN;
    }

    long remainingNanos() {
        return isHeldNow() ? deadline.remainingNanos() : 0;
    }

    /** True if maxHold decides when the hold ends, and not its lease. */
    boolean isCapped() {
        return deadline.isCapped();
    }

    private boolean isHeldNow() {
        HandleState now = state();
        return now == HandleState.HELD || now == HandleState.UNCERTAIN;
    }

    private long heldNanos() {
        return machine.nanoTime() - grantedNanos;
    }

    /** Makes the move that an event asks for; false if there is none from here. Called under the guard. */
    private boolean move(Event event) {
        HoldState to = state.after(event);
        if (to == null) {
            return false;
        }
        boolean ends = state.isHeld() && !to.isHeld();
        state = to;
        if (ends) {
            holds.threads.timers.cancel(nextCheck);
            nextCheck = null;
            if (watch != null) {
                watch.clean();
                watch = null;
            }
        }
        return true;
    }

    /** Ends the watch over the handle with the hold: from then on nothing outside of the client refers to it. */
    void watched(Cleaner.Cleanable begun) {
        guard.lock();
        try {
            if (state.isHeld()) {
                watch = begun;
                return;
            }
        } finally {
            guard.unlock();
        }
        begun.clean();
    }

    /**
     * Looks at the time, first when the hold begins: ends the hold, or starts a renewal, or sets the next look. Never
     * blocks.
     */
    public void check() {
        if (holds.hasEnded()) {
            endAtClose();
            return;
        }
        boolean over;
        boolean begins = false;
        guard.lock();
        try {
            if (!state.isHeld()) {
                return;
            }
            over = deadline.hasPassed();
            if (!over) {
                if (deadline.hasSlept()) {
                    becomeUncertain("the wall clock ran ahead: the machine slept, or its time was set");
                }
                renewals.startIfDue();
                begins = beginsToBeWatched();
                lookAgainAt(nextLook());
            }
        } finally {
            guard.unlock();
        }
        if (over) {
            boolean cap = deadline.isCapped();
            lose(
                    cap ? LossCause.MAX_HOLD : LossCause.EXPIRED,
                    cap ? "the hold reached its maxHold" : renewals.whyUnproven());
        } else if (begins) {
            // Not under the guard: what the watch finds may be reported before this returns.
            holds.watch(grant);
        }
    }

    /** Called under the guard. */
    private boolean beginsToBeWatched() {
        if (watched || !holds.watched.arePossible() || !holds.watched.isDue(grantedNanos)) {
            return false;
        }
        watched = true;
        return true;
    }

    /** Called under the guard. */
    private long nextLook() {
        long due = renewals.nextDue();
        long watch = holds.watched.dueNanos(grantedNanos);
        return watched || !holds.watched.arePossible() || watch - due > 0 ? due : watch;
    }

    /** Whether the store was asked to watch the grant. */
    boolean isWatched() {
        return watched;
    }

    /** Called under the guard. */
    private void lookAgainAt(long nanos) {
        if (retention != null) {
            retention.lookAt(nanos);
        } else {
            holds.threads.timers.cancel(nextCheck);
            nextCheck = holds.threads.timers.at(nanos, this::check);
        }
    }

    /** The backend, or the clocks, cannot vouch for the hold any more: it is renewed at once. */
    public void doubt(String reason) {
        guard.lock();
        try {
            renewals.doubted();
            becomeUncertain(reason);
        } finally {
            guard.unlock();
        }
        check();
    }

    private void becomeUncertain(String reason) {
        boolean first = state == HoldState.HELD;
        if (move(Event.DOUBT) && first) {
            renewals.hurry();
            holds.events.publish(() -> new LockEvent.Uncertain(lockName(), token, reason));
        }
    }

    /** Publishes an event, unless the hold is over: after its end nothing more is reported of it. */
    void publishWhileHeld(Supplier<LockEvent> event) {
        guard.lock();
        try {
            if (isHeldNow()) {
                holds.events.publish(event);
            }
        } finally {
            guard.unlock();
        }
    }

    /**
     * A renewal was confirmed, and the proof says whether that ends a doubt; false if it is too late: the hold is over.
     */
    boolean confirm(BooleanSupplier proof) {
        guard.lock();
        try {
            if (!isHeldNow()) {
                return false;
            }
            if (proof.getAsBoolean()) {
                move(Event.PROOF);
            }
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** The hold is over without a release. */
    public void lose(LossCause cause, String detail) {
        if (endLost(cause, detail)) {
            holds.adaptiveLeases.lost(
                    grant.attempt().name(), renewals.adaptiveLease(), renewals.isAutomatic(), cause, heldNanos());
            // The store may keep the lock longer than this client believes: do not let others wait for that.
            boolean outlived = cause == LossCause.MAX_HOLD || (cause == LossCause.EXPIRED && renewals.isUnanswered());
            compensation.compensateIfNeeded(outlived, renewals.kept(), renewals.lockDelay());
            holds.forget(this);
        }
    }

    /** A lock that was acquired together with this one was lost, and a release must not end a lock delay. */
    public void loseTogether(LockLost other) {
        String detail = "it was acquired together with '" + other.lockName() + "': " + other.detail();
        if (!renewals.lockDelay().isZero() && endLost(other.cause(), detail)) {
            compensation.compensateIfNeeded(true, renewals.kept(), renewals.lockDelay());
            holds.forget(this);
        }
    }

    /** The client closes; false if the hold is over, or its holder has begun to release it. */
    public boolean loseAtClose(String detail) {
        boolean lost = endLost(LossCause.CLIENT_CLOSED, detail);
        if (lost) {
            holds.forget(this);
        }
        return lost;
    }

    /** Frees in the store what {@link #loseAtClose} has ended here. */
    public void freeAfterClose() {
        ReleaseOutcome outcome = compensation.release(renewals.kept());
        if (!(outcome instanceof ReleaseOutcome.Released)) {
            holds.log.notFreedAtClose(lockName(), token, outcome);
        }
    }

    private boolean endLost(LossCause cause, String detail) {
        guard.lock();
        try {
            if (!move(Event.LOSS)) {
                return false;
            }
            holds.freed(this);
        } finally {
            guard.unlock();
        }
        lossNotifier().publish(cause, detail);
        return true;
    }

    /** The holder is about to release the lock: how long the hold took counts for the leases to come. */
    public void measure() {
        if (renewals.adaptiveLease() != null && isHeldNow()) {
            holds.adaptiveLeases.ended(grant.attempt().name(), heldNanos());
        }
    }

    /** Releases the lock, or hands it off to the next waiter of this client. Every call gets the result of the first. */
    public ReleaseResult release() {
        StackRoom.requireToEnd();
        Release mine = beginRelease();
        if (mine != null) {
            mine.handOffOrSend();
        }
        Release first = release;
        return first == null ? ReleaseResult.NOT_HELD : first.result();
    }

    /** The same without a wait for the store; what is returned is not for users. */
    CompletableFuture<ReleaseResult> releaseAsync() {
        StackRoom.require();
        Release mine = beginRelease();
        if (mine != null && !handOff(mine)) {
            holds.releases.add(List.of(mine), sent -> sent.forEach(Release::send));
        }
        return released();
    }

    /** Ends with the result of the release; not for users. */
    public CompletableFuture<ReleaseResult> released() {
        Release first = release;
        return first == null ? CompletableFuture.completedFuture(ReleaseResult.NOT_HELD) : first.future();
    }

    /** The release that the holder asks for, to be sent; null if the hold is over, or was released before. */
    @Nullable
    public Release beginRelease() {
        HandleState before = state();
        guard.lock();
        try {
            if (!move(Event.RELEASE)) {
                return null;
            }
            Release begun = new Release(holds, this, grantedNanos, deadline, before == HandleState.HELD);
            release = begun;
            return begun;
        } finally {
            guard.unlock();
        }
    }

    /**
     * True if a waiter of this client has the lock next, or the client retains it, so that the store need not be asked to
     * release it.
     */
    boolean handOff(Release asked) {
        boolean offers = hasHandOffsLeft();
        boolean retains = retentionNanos > 0 && retention != null && retention.isPossible() && budget.hasTokenLeft();
        if (!asked.isCertain() || !(offers || retains) || !moveGuarded(Event.OFFER)) {
            return false;
        }
        if (offers && new HandOffOffer(holds, this).offer()) {
            endHandedOff();
            return true;
        }
        if (retains && retention != null && holds.retained.retain(this, retention, retentionNanos)) {
            return true;
        }
        moveGuarded(Event.DECLINE);
        return false;
    }

    /** The client is about to retain the lock: for its user this hold is over. */
    void reportRetained() {
        guard.lock();
        try {
            Release asked = release;
            if (asked != null && move(Event.RETAIN)) {
                asked.reportReleased();
                holds.events.publish(() -> new LockEvent.Retained(lockName(), token));
            }
        } finally {
            guard.unlock();
        }
    }

    /** The lock can be taken from those that are retained: threads that wait for the release go on. */
    void confirmRetained() {
        guard.lock();
        try {
            Release asked = release;
            if (asked != null) {
                asked.confirm();
            }
        } finally {
            guard.unlock();
        }
    }

    /** Whether what is proven of a retained grant is enough for a next handle. */
    boolean isFitForNext() {
        return retention != null && retention.isPossible() && !deadline.hasPassed() && !deadline.hasSlept();
    }

    /** Another client wants the lock: it is not retained any more. */
    public void recall() {
        endRetention(RetentionEnd.RECALLED);
    }

    private void endRetention(RetentionEnd end) {
        if (retention != null) {
            retention.end();
            holds.retained.letGoIfRetained(retention, end);
        }
    }

    /** The store is asked in the background to release a retained lock. */
    void giveBack(RetentionEnd end) {
        if (free(end)) {
            compensation.compensate(renewals.kept(), this::endReleased);
        }
    }

    /** The same on this thread. */
    void giveBackNow(RetentionEnd end) {
        if (free(end)) {
            try {
                compensation.release(renewals.kept());
            } finally {
                endReleased();
            }
        }
    }

    /** The store was asked to release a retained lock, together with others. */
    void gaveBack(ReleaseOutcome outcome, RetentionEnd end) {
        if (free(end)) {
            compensation.compensateIfNeeded(outcome instanceof ReleaseOutcome.Unknown, renewals.kept(), Duration.ZERO);
            endReleased();
        }
    }

    private boolean free(RetentionEnd end) {
        boolean freed = moveGuarded(Event.FREE);
        if (freed) {
            publish(end);
        }
        return freed;
    }

    private void publish(RetentionEnd end) {
        holds.events.publish(() -> new LockEvent.RetentionEnded(lockName(), token, end));
    }

    /** Whether the grant may still go to another handle of this client. */
    boolean hasHandOffsLeft() {
        return !budget.isUsedUp(machine.nanoTime());
    }

    /** A waiter has accepted the grant. The end of this hold is reported once, before anything of the next. */
    void endHandedOff() {
        guard.lock();
        try {
            Release asked = release;
            boolean retained = state == HoldState.RETAINED;
            if (asked != null && move(Event.ACCEPT)) {
                if (retained) {
                    publish(RetentionEnd.REUSED);
                } else {
                    asked.endWithoutRequest();
                }
            }
        } finally {
            guard.unlock();
        }
    }

    /** From now on, reports of the backend about the grant are about the hold that follows. */
    void followedBy(Hold following) {
        List<Consumer<Hold>> early;
        guard.lock();
        try {
            next = following;
            early = reportsForNext;
            reportsForNext = null;
        } finally {
            guard.unlock();
        }
        if (early != null) {
            early.forEach(following::reported);
        }
    }

    /** The backend reported something about the grant: that concerns this hold, or the one that follows it. */
    void reported(Consumer<Hold> report) {
        report.accept(this);
        Hold following;
        boolean retained;
        guard.lock();
        try {
            // What the backend reports after the release was asked for makes the grant unfit for a hand-off.
            move(Event.REPORT);
            following = next;
            retained = state == HoldState.RETAINED;
            if (following == null && (retained || state == HoldState.OFFERED || state == HoldState.HANDED_OFF)) {
                keepForNext(report);
            }
        } finally {
            guard.unlock();
        }
        if (following != null) {
            following.reported(report);
        } else if (retained) {
            endRetention(RetentionEnd.DOUBTED);
        }
    }

    private void keepForNext(Consumer<Hold> report) {
        List<Consumer<Hold>> reports = reportsForNext;
        if (reports == null) {
            reports = new ArrayList<>();
            reportsForNext = reports;
        }
        reports.add(report);
    }

    /** The waiter that accepted the grant cannot use it: the grant is compensated in the background. */
    void compensateHandedOff() {
        if (state == HoldState.RETAINED) {
            publish(holds.isClosing() ? RetentionEnd.CLOSED : RetentionEnd.EXPIRED);
        }
        holds.freed(this);
        compensation.compensate(renewals.kept(), () -> holds.forget(this));
    }

    /** From now on only the store can say how the release ends. */
    void sending() {
        moveGuarded(Event.SEND);
    }

    /** The release may have left the lock in the store. */
    void compensateIfNeeded(boolean unknown) {
        compensation.compensateIfNeeded(unknown, renewals.kept(), Duration.ZERO);
    }

    /** The release has a result; true for the first one, which counts. */
    boolean answered() {
        return moveGuarded(Event.ANSWER);
    }

    /** The release is done, and reported: the store may be asked for the lock again. */
    void endReleased() {
        holds.freed(this);
        holds.forget(this);
    }

    /** The client is closed: what the store has not confirmed by now does not count any more. */
    void endAtClose() {
        Release begun = release;
        if (begun != null) {
            begun.giveUp();
        } else {
            loseAtClose("the client was closed before it could keep the lock");
        }
    }

    private boolean moveGuarded(Event event) {
        return guarded(() -> move(event));
    }

    <T> T guarded(Supplier<T> action) {
        guard.lock();
        try {
            return action.get();
        } finally {
            guard.unlock();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import static dev.interlock.HandleState.HELD;
import static dev.interlock.HandleState.LOST;
import static dev.interlock.HandleState.RELEASED;
import static dev.interlock.HandleState.UNCERTAIN;

import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.lang.ref.Cleaner;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One handle's turn of this client's ownership of a name in the store: one attempt id, one lease, one deadline, one
 * fencing token. The only place where the state of a hold changes; the table of transitions is in
 * {@code docs/contract.md}. Thread-safe.
 *
 * <p>A release may leave the grant to the next handle of this client, as a {@link Turn}. Then this hold is over as after
 * any other release, and what follows is a tenure of its own: nothing that is done to one touches the other.
 *
 * <p>The deadline is local and every reading of the state checks it, so it needs neither a reply nor a thread. The
 * timer thread runs {@link #check}, which only decides; I/O happens elsewhere.
 */
final class Tenure {

    private final Engine engine;
    private final Grant grant;
    private final long token;
    private final long grantedNanos;
    private final LeaseDeadline deadline;
    private final RenewalCycle renewals;
    private final LossNotifier lossNotifier;
    private final TenureCompensation compensation;
    private final HandOver handOver;
    private final ReentrantLock guard;
    private volatile HandleState state = HELD;
    private TimerQueue.@Nullable Entry nextCheck;
    private volatile @Nullable ReleaseRequest release;
    private Cleaner.@Nullable Cleanable watch;

    /**
     * A hold from its grant on.
     *
     * @param driftMillisAtSend {@link LeaseDeadline#driftMillis} before the granting request was sent
     * @param repeated whether an earlier request of this attempt got no answer
     * @param wanted whether somebody still needs the lock renewed
     */
    Tenure(
            Engine engine,
            Grant grant,
            EffectiveOptions options,
            long driftMillisAtSend,
            boolean repeated,
            BooleanSupplier wanted) {
        this.engine = engine;
        this.grant = grant;
        token = grant.token();
        guard = engine.machine.lock();
        grantedNanos = engine.clock.nanoTime();
        handOver = new HandOver(engine, this, Turns.of(grant, engine.handOff, grantedNanos), guard);
        deadline = new LeaseDeadline(engine.clock, grant.sentNanos(), options.maxHoldNanos());
        deadline.prove(grant.sentNanos(), options.reliedOn(grant.lease()), driftMillisAtSend);
        long due = engine.renewalPace.nextDue(grant.sentNanos(), options.reliedOn(grant.lease()));
        renewals = new RenewalCycle(engine, this, options, deadline, wanted, due);
        lossNotifier = new LossNotifier(engine, lockName(), token);
        compensation = new TenureCompensation(engine, grant, repeated);
    }

    /** The hold that follows another one of this client by hand-off, in the same lease of the store. */
    Tenure(Engine engine, Tenure before, EffectiveOptions options, BooleanSupplier wanted) {
        this.engine = engine;
        grant = before.grant;
        token = before.token + 1;
        guard = engine.machine.lock();
        handOver = new HandOver(engine, this, before.handOver.turnsOfNext(), guard);
        grantedNanos = engine.clock.nanoTime();
        deadline = before.deadline.goOn(grantedNanos, options.maxHoldNanos());
        renewals = new RenewalCycle(engine, this, options, deadline, wanted, before.renewals.dueNanos());
        lossNotifier = new LossNotifier(engine, lockName(), token);
        compensation = before.compensation;
    }

    /** False if the grant came too late to be a hold; unlike reading the state, asking this ends and tells nothing. */
    boolean isProven() {
        return !deadline.hasPassed();
    }

    /** What the store granted, to this hold or to one that it follows. */
    Grant grant() {
        return grant;
    }

    /** The fencing token of this hold. */
    long token() {
        return token;
    }

    String lockName() {
        return grant.attempt().name().value();
    }

    LossNotifier lossNotifier() {
        return lossNotifier;
    }

    RenewalCycle renewals() {
        return renewals;
    }

    HandleState state() {
        HandleState known = state;
        if (!isOver(known) && (deadline.hasPassed() || (known == HELD && deadline.hasSlept()))) {
            StackRoom.requireToEnd();
            check();
            return state;
        }
        return known;
    }

    /** Ends the watch over the handle with the hold: from then on nothing outside of the client refers to it. */
    void watched(Cleaner.Cleanable begun) {
        guard.lock();
        try {
            if (!isOver(state)) {
                watch = begun;
                return;
            }
        } finally {
            guard.unlock();
        }
        begun.clean();
    }

    /** The state as last decided, without looking at the time. */
    boolean isUncertain() {
        return state == UNCERTAIN;
    }

    long remainingNanos() {
        return isOver(state()) ? 0 : deadline.remainingNanos();
    }

    /** The backend, or the clocks, can no longer vouch for the hold: it is renewed at once. */
    void doubt(String reason) {
        guard.lock();
        try {
            renewals.doubted();
            becomeUncertain(reason);
        } finally {
            guard.unlock();
        }
        check();
    }

    /**
     * Looks at the time, first when the hold begins: ends the hold, or starts a renewal, or sets the next look. Never
     * blocks.
     */
    void check() {
        if (engine.isEnded()) {
            endAtClose();
            return;
        }
        boolean over;
        guard.lock();
        try {
            if (isOver(state) || release != null) {
                return;
            }
            over = deadline.hasPassed();
            if (!over) {
                if (deadline.hasSlept()) {
                    becomeUncertain("the wall clock ran ahead: the machine slept, or its time was set");
                }
                renewals.startIfDue();
                engine.timers.cancel(nextCheck);
                nextCheck = engine.timers.at(renewals.nextDue(), this::check);
            }
        } finally {
            guard.unlock();
        }
        if (over) {
            boolean cap = deadline.isCapped();
            lose(
                    cap ? LossCause.MAX_HOLD : LossCause.EXPIRED,
                    cap ? "the hold reached its maxHold" : renewals.whyUnproven());
        }
    }

    /** Publishes an event, unless the hold is over: after its end nothing more is told of it. */
    void publishWhileHeld(Supplier<LockEvent> event) {
        guard.lock();
        try {
            if (!isOver(state()) && release == null) {
                engine.events.publish(event);
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
            if (isOver(state()) || release != null) {
                return false;
            }
            if (proof.getAsBoolean()) {
                state = HELD;
            }
            return true;
        } finally {
            guard.unlock();
        }
    }

    /** The hold is over without a release. */
    void lose(LossCause cause, String detail) {
        if (endLost(cause, detail)) {
            engine.adaptiveLeases.lost(grant.attempt().name(), renewals, cause, heldNanos());
            // The store may keep the lock longer than this client believes: do not let others wait for that.
            boolean outlived = cause == LossCause.MAX_HOLD || (cause == LossCause.EXPIRED && renewals.isUnanswered());
            compensation.withdrawIfNeeded(outlived, renewals.kept(), renewals.lockDelay());
            engine.activeLocks.forget(this);
        }
    }

    /** A lock that was acquired together with this one was lost, and a lock-delay is not to end with a release. */
    void loseTogether(LockLost other) {
        String detail = "it was acquired together with '" + other.lockName() + "': " + other.detail();
        if (!renewals.lockDelay().isZero() && endLost(other.cause(), detail)) {
            compensation.withdrawIfNeeded(true, renewals.kept(), renewals.lockDelay());
            engine.activeLocks.forget(this);
        }
    }

    /** The client closes; false if the hold is over, or its holder has begun to release it. */
    boolean loseAtClose(String detail) {
        boolean lost = endLost(LossCause.CLIENT_CLOSED, detail);
        if (lost) {
            engine.activeLocks.forget(this);
        }
        return lost;
    }

    /** Frees in the store what {@link #loseAtClose} has ended here. */
    void freeAfterClose() {
        ReleaseOutcome outcome = compensation.release(renewals.kept());
        if (!(outcome instanceof ReleaseOutcome.Released)) {
            engine.log.notFreedAtClose(lockName(), token, outcome);
        }
    }

    private boolean endLost(LossCause cause, String detail) {
        guard.lock();
        try {
            if (isOver(state) || release != null) {
                return false;
            }
            engine.activeLocks.freed(this);
            end(LOST);
        } finally {
            guard.unlock();
        }
        lossNotifier.publish(cause, detail);
        return true;
    }

    /** The holder is about to give it back: how long it took counts for the leases to come. */
    void measure() {
        if (renewals.adaptiveLease() != null && release == null && !isOver(state())) {
            engine.adaptiveLeases.ended(grant.attempt().name(), heldNanos());
        }
    }

    private long heldNanos() {
        return engine.clock.nanoTime() - grantedNanos;
    }

    /** Gives the lock back; every call gets the result of the first. */
    ReleaseResult release() {
        StackRoom.requireToEnd();
        ReleaseRequest mine = beginRelease();
        if (mine != null && !handOver.succeeds(mine)) {
            mine.send();
        }
        ReleaseRequest first = release;
        return first == null ? ReleaseResult.NOT_HELD : first.result();
    }

    /** How it goes over to the next handle of this client. */
    HandOver handOver() {
        return handOver;
    }

    /** The backend reported something of the grant: that is about this hold, or about the one that follows it. */
    void reported(Consumer<Tenure> report) {
        report.accept(this);
        handOver.reported(report);
    }

    /** Whether its holder has asked for the release. */
    boolean isReleaseBegun() {
        return release != null;
    }

    /** Nobody takes what this hold left: frees it in the store. */
    void withdraw(Runnable afterFirstTry) {
        compensation.withdraw(renewals.kept(), afterFirstTry);
    }

    /** The client is closed: what the store has not confirmed by now does not count any more. */
    void endAtClose() {
        ReleaseRequest begun = release;
        if (begun != null) {
            begun.giveUp();
        } else {
            loseAtClose("the client was closed before it could keep the lock");
        }
    }

    /** The release that the holder asks for, to be sent; null if the hold is over, or was released before. */
    @Nullable
    ReleaseRequest beginRelease() {
        HandleState before = state();
        guard.lock();
        try {
            if (release != null || before == LOST || state == LOST) {
                return null;
            }
            ReleaseRequest begun = new ReleaseRequest(engine, this, grantedNanos, deadline, before == HELD);
            release = begun;
            end(RELEASED);
            return begun;
        } finally {
            guard.unlock();
        }
    }

    /** The release may have left the lock in the store. */
    void withdrawIfNeeded(boolean unknown) {
        compensation.withdrawIfNeeded(unknown, renewals.kept(), Duration.ZERO);
    }

    /** The release has ended, so that the store may be asked again. */
    void endReleased() {
        engine.activeLocks.freed(this);
        engine.activeLocks.forget(this);
    }

    private static boolean isOver(HandleState state) {
        return state == LOST || state == RELEASED;
    }

    private void becomeUncertain(String reason) {
        if (state == HELD) {
            state = UNCERTAIN;
            renewals.hurry();
            engine.events.publish(() -> new LockEvent.Uncertain(lockName(), token, reason));
        }
    }

    private void end(HandleState last) {
        state = last;
        engine.timers.cancel(nextCheck);
        nextCheck = null;
        if (watch != null) {
            watch.clean();
            watch = null;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.acquire.Acquisition;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.StackRoom;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A distributed lock seen as a thread-owned, re-entrant lock. */
final class ReentrantLockView implements LockView {

    private final ReentrantHolds entered;
    private final NamedLock lock;
    private final AcquireOptions options;

    ReentrantLockView(ReentrantHolds entered, NamedLock lock, AcquireOptions options) {
        this.entered = entered;
        this.lock = lock;
        this.options = options;
    }

    @Override
    public void lock() {
        if (!reenter()) {
            requireEntered(lock.awaitUninterruptibly(waitingForEver(), ownerLives()));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        requireNotInterrupted();
        if (!reenter()) {
            requireEntered(lock.await(waitingForEver(), ownerLives()));
        }
    }

    @Override
    public boolean tryLock() {
        return reenter() || entered(lock.awaitUninterruptibly(waiting(Duration.ZERO), ownerLives()));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        requireNotInterrupted();
        return reenter() || entered(lock.await(waiting(limit(time, unit)), ownerLives()));
    }

    @Override
    public void unlock() {
        StackRoom.requireToEnd();
        ReentrantHolds.ThreadHold hold = held();
        hold.count--;
        if (hold.count > 0) {
            if (hold.handle.state() == HandleState.LOST) {
                throw lost();
            }
            return;
        }
        entered.removeOfCaller(lock.lockName());
        if (hold.handle.release() == ReleaseResult.NOT_HELD) {
            throw lost();
        }
    }

    @Override
    public Condition newCondition() {
        throw new UnsupportedOperationException(
                "a distributed lock has no conditions: wait in the application instead");
    }

    @Override
    public String name() {
        return lock.name();
    }

    @Override
    public Duration remaining() {
        ReentrantHolds.ThreadHold hold = entered.ofCaller(lock.lockName());
        return hold == null ? Duration.ZERO : hold.handle.remaining();
    }

    @Override
    public long fencingToken() {
        return held().handle.fencingToken();
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        held().handle.ensureHeld(atLeast);
    }

    @Override
    public RenewResult renew(Duration lease) {
        return held().handle.renew(lease);
    }

    @Override
    public int holdCount() {
        ReentrantHolds.ThreadHold hold = entered.ofCaller(lock.lockName());
        return hold == null ? 0 : hold.count;
    }

    private boolean reenter() {
        ReentrantHolds.ThreadHold hold = entered.ofCaller(lock.lockName());
        if (hold == null) {
            return false;
        }
        HandleState state = hold.handle.state();
        if (state != HandleState.HELD) {
            throw new LockLostException(
                    "'" + lock.name() + "' on " + lock.acquisitions().backend.store()
                            + " cannot be entered again: this thread's hold is " + state + " at depth " + hold.count
                            + "; unlock it that often, then lock anew",
                    state);
        }
        if (hold.count == Integer.MAX_VALUE) {
            throw new IllegalStateException("'" + lock.name() + "' is held " + hold.count + " times by this thread");
        }
        hold.count++;
        return true;
    }

    private boolean entered(Acquisition finished) {
        @Nullable Hold hold = finished.outcome();
        if (hold == null) {
            return false;
        }
        entered.add(lock.lockName(), lock.acquisitions().holds.handle(hold));
        return true;
    }

    private void requireEntered(Acquisition finished) {
        if (!entered(finished)) {
            // A wait without limits has no other end than the lock or an exception: never return without the lock.
            throw finished.timeout();
        }
    }

    private ReentrantHolds.ThreadHold held() {
        ReentrantHolds.ThreadHold hold = entered.ofCaller(lock.lockName());
        if (hold == null) {
            throw new IllegalMonitorStateException("'" + lock.name() + "' is not held by thread '"
                    + Thread.currentThread().getName() + "' through this client");
        }
        return hold;
    }

    private EffectiveOptions waiting(Duration maxWait) {
        return lock.effective(options.withMaxWait(maxWait));
    }

    /** Without a cap on attempts too: the contract of {@link #lock} knows no end but the lock. */
    private EffectiveOptions waitingForEver() {
        return waiting(AcquireOptions.UNLIMITED).withoutAttemptCap();
    }

    private LockLostException lost() {
        return new LockLostException(
                "'" + lock.name() + "' on " + lock.acquisitions().backend.store()
                        + " was lost before this unlock: others may have been inside",
                HandleState.LOST);
    }

    private static BooleanSupplier ownerLives() {
        return Thread.currentThread()::isAlive;
    }

    private static Duration limit(long time, TimeUnit unit) {
        Duration asked = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
        return asked.compareTo(AcquireOptions.MAX_LEASE) > 0 ? AcquireOptions.UNLIMITED : asked;
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** What is safe to show, from the calling thread's point of view. */
    @Override
    public String toString() {
        ReentrantHolds.ThreadHold hold = entered.ofCaller(lock.lockName());
        String held = hold == null ? "not held by this thread" : "held at depth " + hold.count + " by " + hold.handle;
        return "LockView['" + lock.name() + "' on "
                + lock.acquisitions().backend.store() + ", " + held + "]";
    }
}

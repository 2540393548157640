// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.forward;

import dev.interlock.LockView;
import dev.interlock.RenewResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

/** A view that passes every call on. */
public abstract class ForwardingView implements LockView {

    private final LockView to;

    /**
     * Creates the decorator.
     *
     * @param to the view to pass calls on to
     */
    public ForwardingView(LockView to) {
        this.to = to;
    }

    /**
     * Returns the decorated view.
     *
     * @return the view to pass calls on to
     */
    protected final LockView to() {
        return to;
    }

    @Override
    public void lock() {
        to.lock();
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        to.lockInterruptibly();
    }

    @Override
    public boolean tryLock() {
        return to.tryLock();
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        return to.tryLock(time, unit);
    }

    @Override
    public void unlock() {
        to.unlock();
    }

    @Override
    public Condition newCondition() {
        return to.newCondition();
    }

    @Override
    public String name() {
        return to.name();
    }

    @Override
    public Duration remaining() {
        return to.remaining();
    }

    @Override
    public long fencingToken() {
        return to.fencingToken();
    }

    @Override
    public void ensureHeld(Duration atLeast) {
        to.ensureHeld(atLeast);
    }

    @Override
    public RenewResult renew(Duration lease) {
        return to.renew(lease);
    }

    @Override
    public int holdCount() {
        return to.holdCount();
    }
}

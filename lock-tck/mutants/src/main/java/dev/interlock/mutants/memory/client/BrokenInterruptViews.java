// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockView;
import dev.interlock.tck.forward.ForwardingView;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Views that treat interrupts or conditions against the contract of {@link java.util.concurrent.locks.Lock}. */
final class BrokenInterruptViews {

    private BrokenInterruptViews() {}

    static LockView ending(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void lock() {
                try {
                    super.lockInterruptibly();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted while locking", e);
                }
            }
        };
    }

    static LockView eating(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void lock() {
                super.lock();
                Thread.interrupted();
            }
        };
    }

    static LockView deaf(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void lockInterruptibly() {
                super.lock();
            }

            @Override
            public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                return super.tryLock(time, unit);
            }
        };
    }

    static LockView local(LockView view) {
        return new ForwardingView(view) {
            @Override
            public Condition newCondition() {
                return new ReentrantLock().newCondition();
            }
        };
    }
}

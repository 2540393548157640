// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.tck.forward.ForwardingView;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** Views that hide the loss of their hold. */
final class SilentLossViews {

    private SilentLossViews() {}

    static LockView ignoringForeignUnlock(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void unlock() {
                if (holdCount() > 0) {
                    super.unlock();
                }
            }
        };
    }

    static LockView swallowingLostUnlock(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void unlock() {
                try {
                    super.unlock();
                } catch (LockLostException e) {
                    // The mutant swallows the loss.
                    return;
                }
            }
        };
    }

    /** Enters like Curator's mutex after a loss of the session. */
    static LockView enteringLost(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void lock() {
                try {
                    super.lock();
                } catch (LockLostException e) {
                    // The mutant treats this as a success.
                    return;
                }
            }

            @Override
            public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                return holdCount() > 0 || super.tryLock(time, unit);
            }
        };
    }

    /** Unlocks like a local mutex in front of a remote lock that is unlocked only if the remote unlock succeeded. */
    static LockView stuckAfterFailedUnlock(LockView view) {
        AtomicBoolean locked = new AtomicBoolean();
        return new ForwardingView(view) {
            @Override
            public boolean tryLock() {
                return !locked.get() && super.tryLock();
            }

            @Override
            public void unlock() {
                boolean before = locked.getAndSet(true);
                boolean outermost = holdCount() <= 1;
                super.unlock();
                locked.set(before && !outermost);
            }
        };
    }
}

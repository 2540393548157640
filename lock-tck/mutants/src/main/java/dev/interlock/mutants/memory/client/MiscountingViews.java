// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.client;

import dev.interlock.LockView;
import dev.interlock.tck.forward.ForwardingView;

/** Views that miscount the entries of their thread. */
final class MiscountingViews {

    private MiscountingViews() {}

    static LockView freeingAtInnerUnlock(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void unlock() {
                for (int i = Math.max(1, holdCount()); i > 0; i--) {
                    super.unlock();
                }
            }
        };
    }

    /** Counts one entry twice, so that the last unlock is never reached. */
    static LockView neverFreeing(LockView view) {
        return new ForwardingView(view) {
            @Override
            public void lock() {
                if (super.holdCount() == 0) {
                    super.lock();
                }
                super.lock();
            }

            @Override
            public int holdCount() {
                return Math.max(0, super.holdCount() - 1);
            }
        };
    }

    static LockView withTokenPerEntry(LockView view) {
        return new ForwardingView(view) {
            @Override
            public long fencingToken() {
                return super.fencingToken() + holdCount() - 1;
            }
        };
    }

    /** Refuses a thread that holds the lock through another view, as if that view belonged to another client. */
    static final class OwnCount extends ForwardingView {
        private int mine;

        OwnCount(LockView to) {
            super(to);
        }

        @Override
        public void lock() {
            super.lock();
            mine++;
        }

        @Override
        public boolean tryLock() {
            boolean entered = (mine > 0 || holdCount() == 0) && super.tryLock();
            mine += entered ? 1 : 0;
            return entered;
        }
    }
}

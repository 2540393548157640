// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import java.util.concurrent.Semaphore;

/** What a leader does until it leads no more. */
public enum LeaderWork {
    /** Ends when its thread is interrupted. */
    ENDS_WHEN_INTERRUPTED {
        @Override
        void run() throws InterruptedException {
            new Semaphore(0).acquire();
        }
    },
    /** Goes on for ever, whatever interrupts it. */
    IGNORES_INTERRUPTS {
        @Override
        void run() {
            new Semaphore(0).acquireUninterruptibly();
        }
    };

    /** Runs on a thread of the library, or on one of its own where the library has none for it. */
    abstract void run() throws InterruptedException;
}

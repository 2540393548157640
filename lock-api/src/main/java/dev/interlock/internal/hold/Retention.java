// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import dev.interlock.LockName;
import dev.interlock.RetentionEnd;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.machine.TimerQueue;
import dev.interlock.spi.Attempt;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What lasts of one grant from handle to handle, if its backend recalls it: the hold whose lock the client retains, while
 * no handle has it, and one timer for all handles and retentions, since a lock that is acquired again and again would
 * otherwise set one each time. Thread-safe.
 */
final class Retention {

    private final Holds holds;
    private final Attempt attempt;
    private final ReentrantLock guard;
    private volatile boolean ended;

    /** Whether {@link RetainedLocks} finds it by its name. Written under the guard of that. */
    volatile boolean listed;

    private @Nullable Hold retained;
    private long untilNanos;
    private boolean usedAgain;
    private TimerQueue.@Nullable Entry timer;

    /** The retention of a new grant, which a handle gets. */
    Retention(Holds holds, Attempt attempt) {
        this.holds = holds;
        this.attempt = attempt;
        guard = holds.machine.lock();
    }

    LockName name() {
        return attempt.name();
    }

    /** False from the moment at which another client wanted the lock, or the backend reported something about the grant. */
    boolean isPossible() {
        return !ended;
    }

    /** The grant is never retained again. */
    void end() {
        ended = true;
    }

    /** Retains the lock of a hold. */
    void retain(Hold hold, long nanos) {
        guard.lock();
        try {
            retained = hold;
            untilNanos = nanos;
            setTimer(nanos);
        } finally {
            guard.unlock();
        }
    }

    /** The hold whose lock is retained; null if there is none. */
    @Nullable
    Hold retained() {
        guard.lock();
        try {
            return retained;
        } finally {
            guard.unlock();
        }
    }

    /** Takes the hold for a handle with these options; null if there is none for it. */
    @Nullable
    Hold takeFor(EffectiveOptions options) {
        guard.lock();
        try {
            Hold hold = retained;
            if (hold == null || !hold.renewals().suits(options) || !hold.isFitForNext()) {
                return null;
            }
            retained = null;
            usedAgain = true;
            return hold;
        } finally {
            guard.unlock();
        }
    }

    /** Takes the hold; null if there is none. */
    @Nullable
    Hold take() {
        guard.lock();
        try {
            return taken();
        } finally {
            guard.unlock();
        }
    }

    /** Takes the hold to make room for another lock, unless its lock was used again since the last call. */
    @Nullable
    Hold takeIfUnused() {
        guard.lock();
        try {
            boolean used = usedAgain;
            usedAgain = false;
            return used ? null : taken();
        } finally {
            guard.unlock();
        }
    }

    private @Nullable Hold taken() {
        Hold hold = retained;
        retained = null;
        return hold;
    }

    /** The hold that has the grant looks at the time then, or before. */
    void lookAt(long nanos) {
        guard.lock();
        try {
            setTimer(nanos);
        } finally {
            guard.unlock();
        }
    }

    /** One that is set for an earlier time is left to fire. Called under the guard. */
    private void setTimer(long nanos) {
        TimerQueue.Entry set = timer;
        if (set == null || nanos - set.dueNanos() < 0) {
            holds.threads.timers.cancel(set);
            timer = holds.threads.timers.at(nanos, this::look);
        }
    }

    /** Lets the lock go if its retention is over, or has the hold look at the time. Never blocks. */
    private void look() {
        Hold over = null;
        boolean isRetained;
        guard.lock();
        try {
            timer = null;
            isRetained = retained != null;
            if (isRetained && holds.machine.nanoTime() - untilNanos < 0) {
                setTimer(untilNanos);
            } else {
                over = taken();
            }
        } finally {
            guard.unlock();
        }
        if (over != null) {
            holds.retained.letGo(over, RetentionEnd.EXPIRED);
        } else if (!isRetained) {
            holds.check(attempt.id());
        }
    }

    /** The grant is over. */
    void close() {
        guard.lock();
        try {
            holds.threads.timers.cancel(timer);
            timer = null;
        } finally {
            guard.unlock();
        }
    }
}

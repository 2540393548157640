// SPDX-License-Identifier: Apache-2.0
package dev.interlock.annotation.hold;

import dev.interlock.LockHold;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls of annotated methods that hold their locks now. When the application ends, it waits for them before it
 * closes the client. So a running method can still acquire further locks. Thread-safe.
 */
public final class CallsAtWork {

    private static final Logger LOG = LoggerFactory.getLogger(CallsAtWork.class);

    private final ReentrantLock guard = new ReentrantLock();
    private long count;
    private CompletableFuture<Void> none = CompletableFuture.completedFuture(null);

    /** Holds whose method has ended and which a shortest hold keeps. */
    private final Set<LockHold> resting = ConcurrentHashMap.newKeySet();

    /** No calls. */
    public CallsAtWork() {}

    /** Counts a call that got its locks. {@link #end} follows. */
    void begin() {
        guard.lock();
        try {
            if (count++ == 0) {
                none = new CompletableFuture<>();
            }
        } finally {
            guard.unlock();
        }
    }

    /** Counts the end of a call that has released its locks or left that to its shortest hold. */
    void end() {
        CompletableFuture<Void> reached = null;
        guard.lock();
        try {
            if (--count == 0) {
                reached = none;
            }
        } finally {
            guard.unlock();
        }
        // Dependents of the future run here, so complete it outside the guard.
        if (reached != null) {
            reached.complete(null);
        }
    }

    /** Keeps a hold after its call, until {@link #release}. */
    void rest(LockHold hold) {
        resting.add(hold);
    }

    /** Releases a hold that was kept. */
    void release(LockHold hold) {
        resting.remove(hold);
        hold.release();
    }

    /**
     * Returns how many calls hold their locks.
     *
     * @return the number now
     */
    public long count() {
        guard.lock();
        try {
            return count;
        } finally {
            guard.unlock();
        }
    }

    /**
     * Returns when no call holds its locks any more.
     *
     * @return completes then, and never exceptionally
     */
    public CompletionStage<Void> ended() {
        guard.lock();
        try {
            return none.minimalCompletionStage();
        } finally {
            guard.unlock();
        }
    }

    /**
     * Waits for the calls, then releases the holds that only a shortest hold keeps. Without that, the close of the
     * client would wait for them as for running work. An interrupt ends the wait, and the thread stays interrupted.
     *
     * @param grace the longest wait, by this instance's clock
     * @param property the property that sets it, for the warning
     */
    public void awaitEnd(Duration grace, String property) {
        try {
            ended().toCompletableFuture().get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.warn(
                    "{} calls of @Locked methods have not ended within {} ({} ms): the lock client closes now, and what"
                            + " they still hold after as long again is lost",
                    count(),
                    property,
                    grace.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        resting.forEach(this::release);
    }
}

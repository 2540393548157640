// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micronaut;

import dev.interlock.LockHold;
import dev.interlock.micronaut.config.LockConfiguration;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.ShutdownEvent;
import io.micronaut.core.order.Ordered;
import io.micronaut.runtime.graceful.GracefulShutdownCapable;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.OptionalLong;
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
 * The calls of {@link Locked} methods that hold their locks now. When the context ends, it waits for them, up to
 * {@code locks.close-grace}, before it closes the client and destroys beans. So a running method still finds its beans
 * and can acquire further locks. Also takes part in Micronaut's graceful shutdown, if that is enabled. Thread-safe.
 */
@Singleton
final class CallsAtWork implements ApplicationEventListener<ShutdownEvent>, Ordered, GracefulShutdownCapable {

    /** After the application's own listeners for this event, and before the client is closed. */
    private static final int ORDER = LOWEST_PRECEDENCE - 1;

    private static final Logger LOG = LoggerFactory.getLogger(CallsAtWork.class);

    private final Duration grace;
    private final ReentrantLock guard = new ReentrantLock();
    private long count;
    private CompletableFuture<Void> none = CompletableFuture.completedFuture(null);

    /** Holds whose method has ended and which {@code min-hold} keeps. */
    private final Set<LockHold> resting = ConcurrentHashMap.newKeySet();

    @Inject
    CallsAtWork(LockConfiguration configuration) {
        this(configuration.closeGrace());
    }

    CallsAtWork(Duration grace) {
        this.grace = grace;
    }

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

    /** Counts the end of a call that has released its locks or left that to {@code min-hold}. */
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

    @Override
    public CompletionStage<?> shutdownGracefully() {
        guard.lock();
        try {
            return none.minimalCompletionStage();
        } finally {
            guard.unlock();
        }
    }

    @Override
    public OptionalLong reportActiveTasks() {
        guard.lock();
        try {
            return OptionalLong.of(count);
        } finally {
            guard.unlock();
        }
    }

    @Override
    public int getOrder() {
        return ORDER;
    }

    @Override
    public void onApplicationEvent(ShutdownEvent event) {
        try {
            shutdownGracefully().toCompletableFuture().get(grace.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.warn(
                    "{} calls of @Locked methods have not ended within locks.close-grace ({} ms): the lock client"
                            + " closes now, and what they still hold after as long again is lost",
                    reportActiveTasks().orElseThrow(),
                    grace.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        // Otherwise the close of the client would wait for these holds as for running work.
        resting.forEach(this::release);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.shedlock;

import dev.interlock.Capabilities;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.RenewResult;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;
import org.jspecify.annotations.Nullable;

/** The lock of one run of a job, from the grant or the last extension to the unlock. Not thread-safe. */
final class JobLock extends AbstractSimpleLock {

    /** A store may take longer to reply than a shorter lease lasts. */
    private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

    private final LockHandle handle;
    private final Capabilities store;

    /** Completes when {@code lockAtLeastFor} is over. */
    private final CompletableFuture<@Nullable Void> atLeast = new CompletableFuture<>();

    /** Completes when a {@code lockAtMostFor} below the shortest lease is over, unless the lock is extended before. */
    private final CompletableFuture<@Nullable Void> atMost = new CompletableFuture<>();

    private JobLock(LockConfiguration configuration, LockHandle handle, Capabilities store) {
        super(configuration);
        this.handle = handle;
        this.store = store;
        if (configuration.getLockAtLeastFor().isZero()) {
            atLeast.complete(null);
        } else {
            completeAfter(configuration.getLockAtLeastFor(), atLeast);
        }
    }

    static JobLock granted(LockConfiguration configuration, LockHandle handle, Capabilities store) {
        JobLock lock = new JobLock(configuration, handle, store);
        if (configuration.getLockAtMostFor().compareTo(SHORTEST_LEASE) < 0) {
            completeAfter(configuration.getLockAtMostFor(), lock.atMost);
            lock.atMost.thenRun(handle::releaseAsync);
        }
        return lock;
    }

    private static void completeAfter(Duration time, CompletableFuture<@Nullable Void> end) {
        end.completeOnTimeout(null, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The lease that keeps a lock for these times. */
    static Duration lease(LockConfiguration configuration, Capabilities store) {
        Duration atLeast = configuration.getLockAtLeastFor();
        return Collections.max(List.of(
                configuration.getLockAtMostFor(),
                // So that the release comes before the end of the proven lease, which would be a loss.
                atLeast.isZero() ? atLeast : atLeast.plus(atLeast.dividedBy(50)).plusSeconds(1),
                SHORTEST_LEASE,
                store.minLease()));
    }

    @Override
    protected void doUnlock() {
        atMost.cancel(false);
        if (atLeast.isDone() || handle.state() == HandleState.LOST) {
            handle.close();
        } else {
            atLeast.thenRun(handle::releaseAsync);
        }
    }

    @Override
    protected Optional<SimpleLock> doExtend(LockConfiguration extension) {
        if (isOver()) {
            handle.release();
            return Optional.empty();
        }
        atMost.cancel(false);
        RenewResult result = handle.renew(lease(extension, store));
        if (result == RenewResult.UNKNOWN) {
            throw new LockException("the store did not say whether it extended '" + extension.getName()
                    + "': it is held as before, and an extension may be tried again");
        }
        return result == RenewResult.RENEWED ? Optional.of(new JobLock(extension, handle, store)) : Optional.empty();
    }

    /** Whether {@code lockAtMostFor} is over, by the time that is left of a lease that may be longer. */
    private boolean isOver() {
        Duration beyond = lease(lockConfiguration, store).minus(lockConfiguration.getLockAtMostFor());
        return handle.remaining().compareTo(beyond) <= 0;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The end of a client, within its bound, whatever the store does: acquisitions end, holds are released on many threads,
 * and what is not confirmed by then is lost. Then nothing is asked of the store any more, and the backend is closed.
 *
 * <p>The bound is that of the thread that closes, so it is counted by the machine's own clock. An interrupt of that
 * thread ends the wait at once.
 */
final class Closing {

    private static final Logger LOG = LoggerFactory.getLogger(Closing.class);

    /** How long the backend has to close when the bound has passed already, or the thread was interrupted. */
    private static final long GRACE_NANOS = Duration.ofSeconds(1).toNanos();

    private final Engine engine;
    private final Duration bound;
    private final long endNanos;

    /** A close that begins now. */
    Closing(Engine engine, Duration bound) {
        this.engine = engine;
        this.bound = bound;
        endNanos = engine.machine.uptimeNanos() + bound.toNanos();
    }

    void run() {
        List<PendingAcquisition<?>> waiting = engine.activeLocks.acquisitions();
        waiting.forEach(PendingAcquisition::cancel);
        // Before the wait for steps under way: one that hangs must not take the time that the releases need.
        CountDownLatch first = releaseAll();
        CountDownLatch settled = new CountDownLatch(waiting.size());
        waiting.forEach(one -> one.result().whenComplete((tenure, failure) -> settled.countDown()));
        await(settled);
        // One of those steps may have been a grant.
        CountDownLatch second = releaseAll();
        await(first);
        await(second);
        withoutLocks();
    }

    /** The end of a client that has no locks, or no time for them any more. */
    void withoutLocks() {
        engine.timers.close();
        awaitWithdrawals();
        engine.backend.steps().refuse();
        await(engine.backend.steps().none());
        engine.end();
        // Threads that have found out how a hold ended tell of it on their own, and the listeners are to hear that.
        await(engine.activeLocks.noTenures());
        engine.pools.shutdown();
        closeBackend();
        engine.events.close();
        engine.log.close();
    }

    private CountDownLatch releaseAll() {
        List<ReleaseRequest> releases = engine.activeLocks.tenures().stream()
                .map(Tenure::beginReleaseAtClose)
                .filter(Objects::nonNull)
                .toList();
        CountDownLatch ended = new CountDownLatch(releases.size());
        releases.forEach(release -> {
            try {
                engine.pools.closing.execute(() -> {
                    try {
                        release.send();
                    } finally {
                        ended.countDown();
                    }
                });
            } catch (RuntimeException | Error e) {
                // No thread to be had, say: this one counts as not confirmed.
                LOG.error("a lock could not be released when its client was closed", e);
                ended.countDown();
            }
        });
        return ended;
    }

    private void awaitWithdrawals() {
        engine.pools.compensation.threads().shutdown();
        try {
            engine.pools.compensation.threads().awaitTermination(remainingNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(CountDownLatch latch) {
        try {
            engine.machine.await(latch, remainingNanos());
        } catch (InterruptedException e) {
            // The flag ends the waits that follow, too.
            Thread.currentThread().interrupt();
        }
    }

    private long remainingNanos() {
        return Math.max(0, endNanos - engine.machine.uptimeNanos());
    }

    /** On a thread of its own, which a backend that hangs keeps, and not the caller's. */
    private void closeBackend() {
        CountDownLatch closed = new CountDownLatch(1);
        LockBackend backend = engine.backend;
        engine.machine.start("interlock-close-backend", () -> {
            try {
                backend.close();
            } catch (RuntimeException | Error e) {
                LOG.warn("{} could not be closed", backend.store(), e);
            } finally {
                closed.countDown();
            }
        });
        if (!awaitBackend(closed)) {
            LOG.warn(
                    "{} is not closed {} ms after its client was: it goes on in the background",
                    backend.store(),
                    bound.toMillis());
        }
    }

    private boolean awaitBackend(CountDownLatch closed) {
        boolean interrupted = Thread.interrupted();
        long nanos = interrupted ? GRACE_NANOS : Math.max(GRACE_NANOS, remainingNanos());
        try {
            return engine.machine.await(closed, nanos);
        } catch (InterruptedException e) {
            interrupted = true;
            return closed.getCount() == 0;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

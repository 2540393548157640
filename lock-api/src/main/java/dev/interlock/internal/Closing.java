// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal;

import dev.interlock.ClientOptions;
import dev.interlock.spi.LockBackend;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of a client, within its bound, whatever the store does: acquisitions end, holders get a grace to release by
 * themselves, and the holds that are left are lost. Their locks are released on many threads. Then nothing is asked of
 * the store any more, and the backend is closed.
 *
 * <p>The bound is that of the thread that closes, so it is counted by the machine's own clock. An interrupt of that
 * thread ends the grace; a later one ends the wait for the store.
 */
final class Closing {

    private static final EngineLog LOG = EngineLog.of(Closing.class);

    /** How long the backend has to close when the bound has passed already, or the thread was interrupted. */
    private static final long LAST_NANOS = Duration.ofSeconds(1).toNanos();

    private final Engine engine;
    private final Duration grace;
    private final Duration bound;
    private final long beginNanos;

    /** A close that begins now. */
    Closing(Engine engine, ClientOptions options) {
        this.engine = engine;
        grace = options.closeGrace();
        bound = options.closeTimeout();
        beginNanos = engine.machine.uptimeNanos();
    }

    void run() {
        // An interrupted thread does not wait for holders, but for the store: their locks are not to be left behind.
        boolean interrupted = Thread.interrupted();
        try {
            List<PendingAcquisition<?>> waiting = engine.activeLocks.acquisitions();
            waiting.forEach(PendingAcquisition::cancel);
            // What they have left to do is short, and the close would wait for it to the end of its bound.
            engine.pools.work.runUnserved();
            CountDownLatch settled = new CountDownLatch(waiting.size());
            waiting.forEach(one -> one.result().whenComplete((tenure, failure) -> settled.countDown()));
            interrupted = interrupted || !awaitHolders(settled);
            // Before the wait for steps under way: one that hangs must not take the time that the releases need.
            CountDownLatch first = endHolds();
            await(settled);
            // One of those steps may have been a grant.
            CountDownLatch second = endHolds();
            await(first);
            await(second);
            withoutLocks();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Waits until the grace is over or nothing is held any more; false if an interrupt ended that. */
    private boolean awaitHolders(CountDownLatch settled) {
        try {
            if (engine.machine.await(settled, remainingNanos(grace))) {
                engine.machine.await(engine.activeLocks.noTenures(), remainingNanos(grace));
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** The end of a client that has no locks, or no time for them any more. */
    void withoutLocks() {
        engine.timers.close();
        awaitWithdrawals();
        engine.backend.steps().refuse();
        await(engine.backend.steps().none());
        // A release that its holder began, and that the store has just answered, ends by that answer.
        await(engine.activeLocks.noTenures());
        engine.end();
        // Threads that have found out how a hold ended tell of it on their own, and the listeners are to hear that.
        await(engine.activeLocks.noTenures());
        engine.pools.shutdown();
        closeBackend();
        engine.events.close();
        engine.log.close();
    }

    /** Ends what is held, and notifies the holders, before the first lock of them is released at the store. */
    private CountDownLatch endHolds() {
        String detail = grace.isZero()
                ? "the client was closed while it was held"
                : "the client was closed while it was held, and the grace of " + grace.toMillis() + " ms is over";
        List<Tenure> ended = engine.activeLocks.tenures().stream()
                .filter(tenure -> tenure.loseAtClose(detail))
                .toList();
        CountDownLatch released = new CountDownLatch(ended.size());
        ended.forEach(tenure -> {
            try {
                engine.pools.closing.execute(() -> {
                    try {
                        tenure.freeAfterClose();
                    } finally {
                        released.countDown();
                    }
                });
            } catch (RuntimeException | Error e) {
                // No thread to be had, say: this one is left to its lease.
                LOG.error("'{}' could not be released when its client was closed", tenure.lockName(), e);
                released.countDown();
            }
        });
        return released;
    }

    private void awaitWithdrawals() {
        engine.pools.compensation.shutdown();
        try {
            engine.pools.compensation.threads().awaitTermination(remainingNanos(bound), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(CountDownLatch latch) {
        try {
            engine.machine.await(latch, remainingNanos(bound));
        } catch (InterruptedException e) {
            // The flag ends the waits that follow, too.
            Thread.currentThread().interrupt();
        }
    }

    private long remainingNanos(Duration limit) {
        return Math.max(0, limit.toNanos() - (engine.machine.uptimeNanos() - beginNanos));
    }

    /** On a thread of its own, which a backend that hangs keeps, and not the caller's. */
    private void closeBackend() {
        CountDownLatch closed = new CountDownLatch(1);
        LockBackend backend = engine.backend;
        Once closing = new Once(() -> {
            try {
                backend.close();
            } catch (RuntimeException | Error e) {
                LOG.warn("{} could not be closed", backend.store(), e);
            } finally {
                closed.countDown();
            }
        });
        try {
            engine.machine.start("interlock-close-backend", closing);
        } catch (RuntimeException | Error e) {
            // There is no other thread now, and a backend that stays open keeps its connections.
            closing.run();
        }
        if (!awaitBackend(closed)) {
            LOG.warn(
                    "{} is not closed {} ms after its client was: it goes on in the background",
                    backend.store(),
                    bound.toMillis());
        }
    }

    private boolean awaitBackend(CountDownLatch closed) {
        boolean interrupted = Thread.interrupted();
        long nanos = interrupted ? LAST_NANOS : Math.max(LAST_NANOS, remainingNanos(bound));
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

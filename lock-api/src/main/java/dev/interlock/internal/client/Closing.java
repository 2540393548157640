// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import dev.interlock.ClientOptions;
import dev.interlock.internal.acquire.Acquisitions;
import dev.interlock.internal.acquire.PendingAcquisition;
import dev.interlock.internal.backend.SafeBackend;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.hold.Holds;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.internal.machine.EngineLog;
import dev.interlock.internal.machine.Once;
import dev.interlock.internal.machine.PatientPool;
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

    private final Acquisitions acquisitions;
    private final Holds holds;
    private final ClientThreads threads;
    private final SafeBackend backend;
    private final SharedEngine shared;
    private final Duration grace;
    private final Duration bound;
    private final long beginNanos;

    /**
     * A close that begins now.
     *
     * @param shared the locks of the client that several may hold, which have a close of their own
     */
    Closing(Acquisitions acquisitions, SharedEngine shared, ClientOptions options) {
        this.acquisitions = acquisitions;
        this.shared = shared;
        holds = acquisitions.holds;
        threads = acquisitions.threads;
        backend = acquisitions.backend;
        grace = options.closeGrace();
        bound = options.closeTimeout();
        beginNanos = threads.machine.uptimeNanos();
    }

    /** Closes the client. */
    void run() {
        CountDownLatch sharedClosed = shared.close();
        // An interrupted thread does not wait for holders, but for the store: their locks are not to be left behind.
        boolean interrupted = Thread.interrupted();
        try {
            List<PendingAcquisition<?>> waiting = acquisitions.all();
            waiting.forEach(PendingAcquisition::cancel);
            CountDownLatch retained = holds.retained.letAllGo();
            // What they have left to do is short, and the close would wait for it to the end of its bound.
            threads.work.runUnserved();
            CountDownLatch settled = new CountDownLatch(waiting.size());
            waiting.forEach(one -> one.result().whenComplete((hold, failure) -> settled.countDown()));
            interrupted = interrupted || !awaitHolders(settled);
            // Before the wait for steps under way: one that hangs must not take the time that the releases need.
            CountDownLatch first = endHolds();
            await(settled);
            // One of those steps may have been a grant.
            CountDownLatch second = endHolds();
            await(retained);
            await(first);
            await(second);
            await(sharedClosed);
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
            if (threads.machine.await(settled, remainingNanos(grace))) {
                threads.machine.await(holds.none(), remainingNanos(grace));
            }
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    /** The end of a client that has no locks, or no time for them any more. */
    void withoutLocks() {
        // Those that wait for a thread are sent, or left to the compensations, which must still be there.
        threads.releases.shutdown();
        awaitEnd(threads.releases);
        threads.timers.close();
        threads.compensation.shutdown();
        awaitEnd(threads.compensation);
        backend.steps().refuse();
        // The close of the parts may come late, and the backend is theirs, too.
        CountDownLatch noneOfParts = shared.refuse();
        await(backend.steps().none());
        await(noneOfParts);
        // A release that its holder began, and that the store has just answered, ends by that answer.
        await(holds.none());
        holds.end();
        acquisitions.end();
        shared.end();
        // A thread that has found out how a hold ended may still be reporting it to the listeners.
        await(holds.none());
        threads.shutdown();
        closeBackend();
        holds.events.close();
        holds.log.close();
    }

    /** Ends what is held, and notifies the holders, before the first lock of them is released at the store. */
    private CountDownLatch endHolds() {
        String detail = grace.isZero()
                ? "the client was closed while it was held"
                : "the client was closed while it was held, and the grace of " + grace.toMillis() + " ms is over";
        List<Hold> ended =
                holds.all().stream().filter(hold -> hold.loseAtClose(detail)).toList();
        CountDownLatch released = new CountDownLatch(ended.size());
        ended.forEach(hold -> {
            try {
                threads.closing.execute(() -> {
                    try {
                        hold.freeAfterClose();
                    } finally {
                        released.countDown();
                    }
                });
            } catch (RuntimeException | Error e) {
                // No thread to be had, say: this one is left to its lease.
                LOG.error("'{}' could not be released when its client was closed", hold.lockName(), e);
                released.countDown();
            }
        });
        return released;
    }

    private void awaitEnd(PatientPool pool) {
        try {
            pool.threads().awaitTermination(remainingNanos(bound), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void await(CountDownLatch latch) {
        try {
            threads.machine.await(latch, remainingNanos(bound));
        } catch (InterruptedException e) {
            // The flag ends the waits that follow, too.
            Thread.currentThread().interrupt();
        }
    }

    private long remainingNanos(Duration limit) {
        return Math.max(0, limit.toNanos() - (threads.machine.uptimeNanos() - beginNanos));
    }

    /** On a thread of its own, which a backend that hangs keeps, and not the caller's. */
    private void closeBackend() {
        CountDownLatch closed = new CountDownLatch(1);
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
            threads.machine.start("interlock-close-backend", closing);
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
            return threads.machine.await(closed, nanos);
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

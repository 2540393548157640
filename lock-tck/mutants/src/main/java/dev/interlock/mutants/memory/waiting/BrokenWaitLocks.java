// SPDX-License-Identifier: Apache-2.0
package dev.interlock.mutants.memory.waiting;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.tck.forward.ForwardingLock;
import dev.interlock.tck.forward.ForwardingView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/** Locks and views with broken waits: wrong limits, wrong units, lost interrupts. */
final class BrokenWaitLocks {

    private static final Duration DAY = Duration.ofDays(1);
    /** New threads each time: idle threads of an earlier trial must not hide the cost of a later one. */
    private static final Executor THREADS = task -> {
        Thread thread = new Thread(task, "mutant-waiter");
        thread.setDaemon(true);
        thread.start();
    };

    private BrokenWaitLocks() {}

    static DistributedLock givingUpEarly(DistributedLock lock) {
        return limited(lock, limit -> limit.compareTo(DAY) > 0 ? limit : limit.dividedBy(3));
    }

    static LockView ignoringTheUnit(LockView view) {
        return new ForwardingView(view) {
            @Override
            public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                return super.tryLock(time, TimeUnit.SECONDS);
            }
        };
    }

    static DistributedLock overflowing(DistributedLock lock) {
        return limited(lock, limit -> limit.compareTo(DAY) > 0 ? Duration.ZERO : limit);
    }

    private static DistributedLock limited(DistributedLock lock, UnaryOperator<Duration> limit) {
        return new ForwardingLock(lock) {
            @Override
            public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
                return super.tryAcquire(with(options));
            }

            @Override
            public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
                return super.acquireAsync(with(options));
            }

            @Override
            protected LockView decorated(LockView view) {
                return new ForwardingView(view) {
                    @Override
                    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
                        Duration wanted = limit.apply(Duration.ofNanos(unit.toNanos(time)));
                        return super.tryLock(wanted.toNanos(), TimeUnit.NANOSECONDS);
                    }
                };
            }

            private AcquireOptions with(AcquireOptions options) {
                Duration wanted = options.maxWait();
                return wanted == null ? options : options.withMaxWait(limit.apply(wanted));
            }
        };
    }

    /** Checks the interrupt flag too late. */
    static DistributedLock interruptedAfterwards(DistributedLock lock) {
        return new ForwardingLock(lock) {
            @Override
            public LockHandle acquire(AcquireOptions options) throws InterruptedException {
                boolean interrupted = Thread.interrupted();
                LockHandle handle = super.acquire(options);
                if (interrupted) {
                    throw new InterruptedException();
                }
                return handle;
            }
        };
    }

    static DistributedLock clearingTheInterruptFlag(DistributedLock lock) {
        return new ForwardingLock(lock) {
            @Override
            public Optional<LockHandle> tryAcquire(AcquireOptions options) throws InterruptedException {
                Optional<LockHandle> granted = super.tryAcquire(options);
                Thread.interrupted();
                return granted;
            }
        };
    }

    static DistributedLock pollingPerWaiter(DistributedLock lock) {
        return asynchronously(lock, future -> {
            Optional<LockHandle> granted = lock.tryAcquire();
            while (granted.isEmpty() && !future.isDone()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                granted = lock.tryAcquire();
            }
            return granted.orElseThrow();
        });
    }

    static DistributedLock blockingAThreadPerWaiter(DistributedLock lock) {
        return new ForwardingLock(lock) {
            @Override
            public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
                return completed(new CompletableFuture<>(), () -> lock.acquire(options));
            }
        };
    }

    private static DistributedLock asynchronously(DistributedLock lock, Waiter waiter) {
        return new ForwardingLock(lock) {
            @Override
            public CompletableFuture<LockHandle> acquireAsync(AcquireOptions options) {
                CompletableFuture<LockHandle> future = new CompletableFuture<>();
                return completed(future, () -> waiter.wait(future));
            }
        };
    }

    private static CompletableFuture<LockHandle> completed(
            CompletableFuture<LockHandle> future, Callable<LockHandle> wait) {
        THREADS.execute(() -> {
            try {
                LockHandle handle = wait.call();
                if (!future.complete(handle)) {
                    handle.release();
                }
            } catch (Exception e) {
                future.completeExceptionally(e);
            }
        });
        return future;
    }

    private interface Waiter {
        LockHandle wait(CompletableFuture<LockHandle> future);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A thread of a client that makes its calls one after another, and records its beliefs. */
final class Caller {

    /** A call that is to be interrupted earlier than this is interrupted before it begins. */
    private static final int INTERRUPTED_BEFORE_MILLIS = 100;

    /** Two days. */
    private static final int DAYS_MILLIS = 2 * 24 * 3_600_000;

    private final SimulatedClient client;
    private final World world;
    private final String name;
    private final List<Call> calls;
    private final WorkUnderLock work;
    private final ViewCalls views;
    private final SetCalls sets;

    Caller(SimulatedClient client, World world, String name, List<Call> calls) {
        this.client = client;
        this.world = world;
        this.name = name;
        this.calls = calls;
        work = new WorkUnderLock(world, client, this, name);
        views = new ViewCalls(world, client, this, name);
        sets = new SetCalls(world, client, this, work);
    }

    void run() {
        for (Call call : calls) {
            world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.pause()));
            boolean wasClosed = client.isClosed();
            try {
                make(call);
                if (wasClosed
                        && call.way() != Call.Way.CLOSE
                        && call.way() != Call.Way.LOCK
                        && call.way() != Call.Way.LOCK_INTERRUPTIBLY) {
                    world.recorder().violation(name + " was served by a client that is closed");
                }
            } catch (LockLostException e) {
                threw(e);
            } catch (LockClientClosedException e) {
                threw(e);
                if (!client.isClosing()) {
                    throw e;
                }
            } catch (LockTimeoutException e) {
                client.timedOut();
                threw(e);
                lookAtWords(call, e);
            } catch (LockException e) {
                threw(e);
                lookAtWords(call, e);
                world.mayFail(name + " got " + e, client);
            } catch (InterruptedException e) {
                threw(e);
            }
            // An interrupt that came too late for its call must not end the next one.
            Thread.interrupted();
        }
    }

    void threw(Exception what) {
        world.recorder().tell(() -> name + " gets " + what);
    }

    /** A message names the lock and the store, and no owner. */
    private void lookAtWords(Call call, LockException e) {
        String message = String.valueOf(e.getMessage());
        boolean names = message.contains(call.isOfShare() ? "'" + call.name().charAt(0) : "'" + call.name() + "'")
                && message.contains(client.network().store());
        if (client.traffic().requests().isShownIn(message) || (!names && !call.isOfSet())) {
            world.recorder().violation(name + " got a message without lock and store, or with an owner: " + message);
        }
    }

    AcquireOptions options(Call call) {
        AcquireOptions options = AcquireOptions.waitAtMost(Duration.ofMillis(limitMillis(call)))
                .withLease(lease(call))
                .withRenewal(call.renewed() ? Renewal.AUTO : Renewal.NONE);
        if (delay(call) > 0) {
            options = options.withLockDelay(Duration.ofMillis(call.delay()));
        }
        if (call.retention() > 0 && client.capabilities().has(Capability.RECALLS)) {
            options = options.withRetention(Duration.ofMillis(call.retention()));
        }
        return call.isCapped() ? options.withMaxHold(Duration.ofMillis(call.cap())) : options;
    }

    private Duration lease(Call call) {
        Duration shortest = client.capabilities().minLease();
        Duration asked = Duration.ofMillis(call.lease());
        return asked.compareTo(shortest) < 0 ? shortest : asked;
    }

    private int limitMillis(Call call) {
        return world.isForEver(call) ? DAYS_MILLIS : call.limit();
    }

    /** The lock delay after a loss on this store. */
    int delay(Call call) {
        boolean asks = call.way() != Call.Way.TRY && call.way() != Call.Way.TRY_ALL;
        return asks && client.capabilities().has(Capability.KEEPS_LOCK_DELAY) ? call.delay() : 0;
    }

    private void make(Call call) throws InterruptedException {
        world.recorder().tell(() -> name + " " + call.words());
        DistributedLock lock = client.lock(call.name());
        switch (call.way()) {
            case TRY -> tried(call, timed(call, 0, lock::tryAcquire));
            case TRY_FOR -> tried(call, timed(call, limitMillis(call), () -> lock.tryAcquire(options(call))));
            case ACQUIRE, DROPPED, RENEWED_BY_HAND, CAPPED ->
                work.hold(call, timed(call, call.limit(), () -> lock.acquire(options(call))));
            case INTERRUPTED -> {
                if (call.extra() < INTERRUPTED_BEFORE_MILLIS) {
                    Thread.currentThread().interrupt();
                }
                interrupted(call, lock);
            }
            case ASYNC -> work.hold(call, async(call, lock));
            case CANCELLED -> cancelled(call, lock);
            case VIEW -> views.tryFor(call, lock);
            case LOCK, LOCK_INTERRUPTIBLY -> {
                // This waits without a limit, so it is left out where a caller may hold the lock for ever.
                if (!world.does(Call.Way.DROPPED)) {
                    views.lock(call, lock);
                }
            }
            case WITH_LOCK -> withLock(call, lock);
            case AGAIN_AFTER_A_LOSS -> againAfterALoss(call, lock);
            case ALL, TRY_ALL -> sets.acquire(call);
            case CLOSE -> client.close();
        }
    }

    private void interrupted(Call call, DistributedLock lock) throws InterruptedException {
        int limit = Math.min(call.limit(), call.extra());
        if (call.extra() % 2 == 0) {
            work.hold(call, interrupted(call, limit, () -> lock.acquire(options(call))));
        } else {
            tried(call, interrupted(call, limit, () -> lock.tryAcquire(options(call))));
        }
    }

    private void tried(Call call, Optional<LockHandle> handle) {
        if (handle.isPresent()) {
            work.hold(call, handle.get());
        } else {
            client.timedOut();
        }
    }

    /** A step that may take time. */
    interface Step<T> {
        T take() throws InterruptedException;
    }

    /**
     * Checks that the step ends soon after its limit, whatever the store does, and does not report a time-out before
     * its limit.
     */
    <T> T timed(Call call, int limitMillis, Step<T> step) throws InterruptedException {
        Wait wait = world.waits(client, call.isOfSet() ? call.set() : List.of(call.name()), limitMillis);
        client.traffic().requests().beginCounting(Thread.currentThread());
        try {
            T answer = step.take();
            if (answer instanceof Optional<?> maybe && maybe.isEmpty()) {
                wait.refuse(name);
            } else {
                wait.grant();
            }
            return answer;
        } catch (LockTimeoutException e) {
            wait.refuse(name);
            throw e;
        } catch (LockUnavailableException e) {
            if (client.traffic().requests().leftOpen(Thread.currentThread()) && !client.isClosing()) {
                world.recorder()
                        .violation(name + " got an exception that rules out a lock, and a request had no answer: " + e);
            }
            throw e;
        } finally {
            wait.over(name);
        }
    }

    /** The step is interrupted after a while. */
    <T> T interrupted(Call call, int limitMillis, Step<T> step) throws InterruptedException {
        SimulatedThread self = world.schedule().current();
        boolean[] came = {false};
        Runnable callOff = world.later(client, call.extra(), () -> {
            came[0] = true;
            world.schedule().interrupt(self);
        });
        try {
            T answer = timed(call, limitMillis, step);
            if (came[0] && !Thread.interrupted() && !self.interrupted) {
                world.recorder().violation(name + " was interrupted while it waited, and the interrupt was lost");
            }
            return answer;
        } finally {
            callOff.run();
        }
    }

    private LockHandle async(Call call, DistributedLock lock) throws InterruptedException {
        return timed(call, limitMillis(call), () -> {
            CompletableFuture<LockHandle> future = lock.acquireAsync(options(call));
            world.schedule().blockUninterruptibly(future::isDone, () -> SimulatedThread.NEVER);
            return ended(future);
        });
    }

    private void cancelled(Call call, DistributedLock lock) throws InterruptedException {
        CompletableFuture<LockHandle> future = timed(call, call.extra(), () -> {
            CompletableFuture<LockHandle> asked = lock.acquireAsync(options(call));
            long end = world.schedule().now() + TimeUnit.MILLISECONDS.toNanos(call.extra());
            world.schedule().blockUninterruptibly(asked::isDone, () -> end);
            return asked;
        });
        boolean ended = call.extra() % 2 == 0
                ? future.cancel(false)
                : future.completeExceptionally(new TimeoutException("the caller does not want it any more"));
        if (!ended) {
            work.hold(call, ended(future));
        }
    }

    private static LockHandle ended(CompletableFuture<LockHandle> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof LockException known ? known : e;
        }
    }

    private void withLock(Call call, DistributedLock lock) throws InterruptedException {
        LockHandle[] held = new LockHandle[1];
        boolean reported = false;
        Wait wait = world.waits(client, List.of(call.name()), call.limit());
        try {
            lock.withLock(options(call), handle -> {
                wait.grant();
                wait.over(name);
                held[0] = handle;
                work.use(call, handle, client.watch(handle));
                return true;
            });
        } catch (LockLostException e) {
            reported = true;
            throw e;
        } finally {
            if (held[0] == null) {
                wait.over(name);
            } else if (!reported && !client.isClosing()) {
                HandleState state = held[0].state();
                if (state == HandleState.LOST || held[0].release() == ReleaseResult.NOT_HELD) {
                    world.recorder()
                            .violation(name + " lost '" + call.name() + "' at work, and withLock() did not say so");
                }
            }
        }
    }

    private void againAfterALoss(Call call, DistributedLock lock) throws InterruptedException {
        LockHandle handle = timed(call, call.limit(), () -> lock.acquire(options(call)));
        handle.onLost(loss -> acquireAgain(call, lock), Runnable::run);
        work.hold(call, handle);
    }

    private void acquireAgain(Call call, DistributedLock lock) {
        client.asks(call.name());
        try {
            lock.acquireAsync(options(call)).thenAccept(LockHandle::release);
        } catch (LockClientClosedException e) {
            if (!client.isClosing()) {
                throw e;
            }
        }
    }
}

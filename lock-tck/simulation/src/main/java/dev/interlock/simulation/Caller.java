// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockNotHeldException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockView;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A thread of a client that makes its calls, one after another, and says what it believes meanwhile. */
final class Caller {

    /** How often a holder looks at its hold. */
    private static final long LOOK_NANOS = 150_000_000;

    private final SimulatedClient client;
    private final World world;
    private final String name;
    private final List<Call> calls;

    Caller(SimulatedClient client, World world, String name, List<Call> calls) {
        this.client = client;
        this.world = world;
        this.name = name;
        this.calls = calls;
    }

    void run() {
        for (Call call : calls) {
            world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.pause()));
            try {
                make(call);
            } catch (LockException e) {
                world.recorder().tell(() -> name + " is told: " + e.getMessage());
                if (!(e instanceof LockTimeoutException || e instanceof LockLostException)) {
                    world.mayFail(name + " was told " + e, client);
                }
            } catch (LockNotHeldException e) {
                world.recorder().tell(() -> name + " is told: " + e.getMessage());
            } catch (InterruptedException e) {
                world.recorder().tell(() -> name + " is interrupted");
            } catch (IllegalStateException e) {
                if (!client.isClosing()) {
                    throw e;
                }
            }
            // An interrupt that came too late for its call is not to end the next.
            Thread.interrupted();
        }
    }

    private AcquireOptions options(Call call) {
        return AcquireOptions.waitAtMost(Duration.ofMillis(call.limit()))
                .withLease(Duration.ofMillis(call.lease()))
                .withRenewal(call.renewed() ? Renewal.AUTO : Renewal.NONE);
    }

    private void make(Call call) throws InterruptedException {
        DistributedLock lock = client.lock(call.name());
        world.recorder().tell(() -> name + " " + call.words());
        switch (call.way()) {
            case TRY -> timed(call, 0, lock::tryAcquire).ifPresent(handle -> hold(call, handle));
            case ACQUIRE, DROPPED, RENEWED_BY_HAND ->
                hold(call, timed(call, call.limit(), () -> lock.acquire(options(call))));
            case INTERRUPTED -> {
                SimulatedThread self = world.schedule().current();
                Runnable keep =
                        world.later(client, call.extra(), () -> world.schedule().interrupt(self));
                try {
                    hold(call, timed(call, call.limit(), () -> lock.acquire(options(call))));
                } finally {
                    keep.run();
                }
            }
            case ASYNC -> hold(call, async(call, lock));
            case CANCELLED -> cancelled(call, lock);
            case VIEW -> view(call, lock.asLock(options(call)));
            case AGAIN_AFTER_A_LOSS -> againAfterALoss(call, lock);
            case ALL -> all(call);
            case CLOSE -> client.close();
        }
    }

    /** What may take its time. */
    private interface Step<T> {
        T take() throws InterruptedException;
    }

    /** It must be over soon after its limit, whatever the store does. */
    private <T> T timed(Call call, int limitMillis, Step<T> step) throws InterruptedException {
        Wait wait = world.waits(client, call.way() == Call.Way.ALL ? "" : call.name(), limitMillis);
        try {
            return step.take();
        } finally {
            wait.over(name);
        }
    }

    private LockHandle async(Call call, DistributedLock lock) throws InterruptedException {
        return timed(call, call.limit(), () -> {
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
        if (!future.cancel(false)) {
            hold(call, ended(future));
        }
    }

    private static LockHandle ended(CompletableFuture<LockHandle> future) {
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof LockException known ? known : e;
        }
    }

    private void view(Call call, LockView view) throws InterruptedException {
        boolean got = timed(call, call.limit(), () -> view.tryLock(call.limit(), TimeUnit.MILLISECONDS));
        if (!got) {
            return;
        }
        try {
            if (!view.tryLock()) {
                world.recorder().violation(name + " could not enter '" + call.name() + "' again");
            }
            Belief belief = new Belief(world, client, call.name(), view.fencingToken());
            belief.prolong(view.remaining());
            world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.hold()));
            belief.end();
        } finally {
            unlock(view);
        }
    }

    /** As often as it was locked; each unlock but the last tells of a loss and leaves the rest to be done. */
    private void unlock(LockView view) {
        for (int i = view.holdCount(); i > 0; i--) {
            try {
                view.unlock();
            } catch (LockNotHeldException e) {
                world.recorder().tell(() -> name + " is told: " + e.getMessage());
            }
        }
    }

    private void againAfterALoss(Call call, DistributedLock lock) throws InterruptedException {
        LockHandle handle = timed(call, call.limit(), () -> lock.acquire(options(call)));
        handle.onLost(loss -> acquireAgain(call, lock), Runnable::run);
        hold(call, handle);
    }

    private void acquireAgain(Call call, DistributedLock lock) {
        try {
            lock.acquireAsync(options(call)).thenAccept(LockHandle::close);
        } catch (IllegalStateException e) {
            if (!client.isClosing()) {
                throw e;
            }
        }
    }

    private void all(Call call) throws InterruptedException {
        MultiLockHandle handle = timed(
                call, call.limit(), () -> client.lockAll(List.of("a", "b")).acquire(options(call)));
        List<Belief> beliefs = new ArrayList<>();
        for (String lock : List.of("a", "b")) {
            beliefs.add(new Belief(world, client, lock, handle.fencingToken(lock)));
        }
        Duration remaining = handle.state() == HandleState.HELD ? handle.remaining() : Duration.ZERO;
        beliefs.forEach(belief -> belief.prolong(remaining));
        world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.hold()));
        beliefs.forEach(Belief::end);
        handle.release();
    }

    private void hold(Call call, LockHandle handle) {
        Hold hold = client.watch(handle);
        Belief belief = new Belief(world, client, handle.lockName(), handle.fencingToken());
        long end = world.schedule().now() + TimeUnit.MILLISECONDS.toNanos(call.hold());
        look(handle, belief);
        if (call.way() == Call.Way.RENEWED_BY_HAND) {
            handle.renew(Duration.ofMillis(Math.min(call.lease() * 2L, 9_000)));
        }
        while (world.schedule().now() < end) {
            world.schedule().rest(Math.min(LOOK_NANOS, end - world.schedule().now()));
            look(handle, belief);
        }
        belief.end();
        if (call.way() != Call.Way.DROPPED) {
            ReleaseResult result = handle.release();
            world.recorder().tell(() -> name + " released '" + call.name() + "': " + result);
            hold.released(result);
        }
    }

    private void look(LockHandle handle, Belief belief) {
        HandleState before = handle.state();
        if (before != HandleState.HELD) {
            belief.end();
            return;
        }
        belief.prolong(handle.remaining());
        boolean accepted = world.resource().write(handle.lockName(), name, handle.fencingToken());
        if (!accepted) {
            world.mayBeRefused(name + " holds '" + handle.lockName() + "' and its token " + handle.fencingToken()
                    + " was refused");
        }
    }
}

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
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** A thread of a client that makes its calls, one after another, and says what it believes meanwhile. */
final class Caller {

    /** How often a holder looks at its hold. */
    private static final long LOOK_NANOS = 150_000_000;

    /** The longest lease that is asked for. */
    private static final int MOST_MILLIS = 9_000;

    /** A lease that outlasts two requests without an answer. */
    private static final int LASTING_MILLIS = 6_000;

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
            boolean wasClosed = client.isClosed();
            try {
                make(call);
                if (wasClosed && call.way() != Call.Way.CLOSE && call.way() != Call.Way.LOCK) {
                    world.recorder().violation(name + " was served by a client that is closed");
                }
            } catch (LockNotHeldException | LockLostException e) {
                told(e);
            } catch (LockTimeoutException e) {
                client.timedOut();
                told(e);
            } catch (LockException e) {
                told(e);
                world.mayFail(name + " was told " + e, client);
            } catch (InterruptedException e) {
                told(e);
            } catch (IllegalStateException e) {
                if (!client.isClosing()) {
                    throw e;
                }
            }
            // An interrupt that came too late for its call is not to end the next.
            Thread.interrupted();
        }
    }

    private void told(Exception what) {
        world.recorder().tell(() -> name + " is told: " + what);
    }

    private AcquireOptions options(Call call) {
        AcquireOptions options = AcquireOptions.waitAtMost(Duration.ofMillis(call.limit()))
                .withLease(Duration.ofMillis(call.lease()))
                .withRenewal(call.renewed() ? Renewal.AUTO : Renewal.NONE);
        return call.way() == Call.Way.CAPPED ? options.withMaxHold(Duration.ofMillis(call.cap())) : options;
    }

    private void make(Call call) throws InterruptedException {
        DistributedLock lock = client.lock(call.name());
        world.recorder().tell(() -> name + " " + call.words());
        switch (call.way()) {
            case TRY -> {
                Optional<LockHandle> tried = timed(call, 0, lock::tryAcquire);
                if (tried.isPresent()) {
                    hold(call, tried.get());
                } else {
                    client.timedOut();
                }
            }
            case ACQUIRE, DROPPED, RENEWED_BY_HAND, CAPPED ->
                hold(call, timed(call, call.limit(), () -> lock.acquire(options(call))));
            case INTERRUPTED ->
                hold(call, interrupted(call, Math.min(call.limit(), call.extra()), () -> lock.acquire(options(call))));
            case ASYNC -> hold(call, async(call, lock));
            case CANCELLED -> cancelled(call, lock);
            case VIEW -> view(call, lock.asLock(options(call)));
            case LOCK -> {
                // For ever, so not where somebody keeps it for ever.
                if (!world.does(Call.Way.DROPPED)) {
                    lock(call, lock.asLock(options(call)));
                }
            }
            case WITH_LOCK -> withLock(call, lock);
            case AGAIN_AFTER_A_LOSS -> againAfterALoss(call, lock);
            case ALL -> all(call);
            case CLOSE -> client.close();
        }
    }

    /** What may take its time. */
    private interface Step<T> {
        T take() throws InterruptedException;
    }

    /** It must be over soon after its limit, whatever the store does, and not say before that the limit is over. */
    private <T> T timed(Call call, int limitMillis, Step<T> step) throws InterruptedException {
        Wait wait = world.waits(client, call.way() == Call.Way.ALL ? "" : call.name(), limitMillis);
        try {
            return step.take();
        } catch (LockTimeoutException e) {
            wait.refuseEarly(name);
            throw e;
        } finally {
            wait.over(name);
        }
    }

    /** Somebody interrupts it after a while. */
    private <T> T interrupted(Call call, int limitMillis, Step<T> step) throws InterruptedException {
        SimulatedThread self = world.schedule().current();
        Runnable callOff =
                world.later(client, call.extra(), () -> world.schedule().interrupt(self));
        try {
            return timed(call, limitMillis, step);
        } finally {
            callOff.run();
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
            client.timedOut();
            return;
        }
        keep(call, view);
    }

    /** Enters it once more, and leaves it as often as it was entered. */
    private void keep(Call call, LockView view) {
        try {
            long token = view.fencingToken();
            if (!view.tryLock() || view.fencingToken() != token) {
                world.recorder().violation(name + " could not enter '" + call.name() + "' again as it was");
            }
            Belief belief = new Belief(world, client, call.name(), token);
            belief.prolong(view::remaining);
            world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.hold()));
            belief.end();
        } finally {
            unlock(view);
        }
    }

    /** Waits whatever interrupts it, and keeps the interrupt for later. */
    private void lock(Call call, LockView view) throws InterruptedException {
        SimulatedThread self = world.schedule().current();
        boolean[] came = {false};
        Runnable callOff = world.later(client, call.extra(), () -> {
            came[0] = true;
            world.schedule().interrupt(self);
        });
        view.lock();
        callOff.run();
        if (came[0] && !Thread.interrupted() && !self.interrupted) {
            world.recorder()
                    .violation(name + " was interrupted while it locked '" + call.name() + "', and never hears of it");
        }
        keep(call, view);
    }

    private void withLock(Call call, DistributedLock lock) throws InterruptedException {
        LockHandle[] held = new LockHandle[1];
        boolean told = false;
        Wait wait = world.waits(client, call.name(), call.limit());
        try {
            lock.withLock(options(call), handle -> {
                wait.over(name);
                held[0] = handle;
                use(call, handle, client.watch(handle));
                return true;
            });
        } catch (LockLostException e) {
            told = true;
            throw e;
        } finally {
            if (held[0] == null) {
                wait.over(name);
            } else if (!told && held[0].state() == HandleState.LOST && !client.isClosing()) {
                world.recorder().violation(name + " lost '" + call.name() + "' at work, and withLock() did not say so");
            }
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
        lookAtAll(handle, beliefs);
        world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.hold()));
        lookAtAll(handle, beliefs);
        beliefs.forEach(Belief::end);
        handle.release();
    }

    private void lookAtAll(MultiLockHandle handle, List<Belief> beliefs) {
        long began = client.process().monotonic(world.schedule().now());
        boolean held = handle.state() == HandleState.HELD;
        Duration remaining = held ? handle.remaining() : Duration.ZERO;
        beliefs.forEach(belief -> belief.until(began, remaining));
        if (held && beliefs.stream().noneMatch(Belief::hasEnded)) {
            handle.fencingTokens().forEach(this::write);
        }
    }

    private void hold(Call call, LockHandle handle) {
        Hold hold = client.watch(handle);
        use(call, handle, hold);
        if (call.way() != Call.Way.DROPPED) {
            ReleaseResult result = handle.release();
            world.recorder().tell(() -> name + " released '" + call.name() + "': " + result);
            hold.released(result);
        }
    }

    private void use(Call call, LockHandle handle, Hold hold) {
        Belief belief = new Belief(world, client, handle.lockName(), handle.fencingToken());
        long begun = client.process().monotonic(world.schedule().now());
        long end = world.schedule().now() + TimeUnit.MILLISECONDS.toNanos(call.hold());
        look(handle, belief);
        if (call.way() == Call.Way.RENEWED_BY_HAND) {
            renew(Duration.ofMillis(Math.min(call.lease() * 2L, MOST_MILLIS)), handle);
        }
        if (call.renewed() && call.way() != Call.Way.CAPPED && call.lease() >= LASTING_MILLIS) {
            hold.lasts();
        }
        while (world.schedule().now() < end) {
            world.schedule().rest(Math.min(LOOK_NANOS, end - world.schedule().now()));
            look(handle, belief);
            long held = client.process().monotonic(world.schedule().now()) - begun;
            boolean beyond = held > TimeUnit.MILLISECONDS.toNanos(call.cap()) * 101 / 100;
            if (call.way() == Call.Way.CAPPED && beyond && handle.state() == HandleState.HELD) {
                world.recorder()
                        .violation(name + " holds '" + call.name() + "' beyond its cap of " + call.cap() + " ms");
            }
        }
        belief.end();
    }

    private void renew(Duration lease, LockHandle handle) {
        if (handle.renew(lease) == RenewResult.RENEWED) {
            // The request may have been on its way for as long as a driver waits.
            Duration least = lease.minus(lease.dividedBy(20)).minus(Duration.ofNanos(Wire.TIMEOUT_NANOS));
            if (handle.remaining().compareTo(least) < 0) {
                world.mayBeLess(name + " renewed for " + lease.toMillis() + " ms and has "
                        + handle.remaining().toMillis() + " ms left");
            }
        }
    }

    private void look(LockHandle handle, Belief belief) {
        HandleState before = handle.state();
        if (before != HandleState.HELD) {
            belief.end();
            if (passes(handle, Duration.ZERO) && handle.state() == before) {
                world.recorder().violation(name + " is told to go on although its hold is " + before);
            }
            return;
        }
        belief.prolong(handle::remaining);
        if (!belief.hasEnded()) {
            write(handle.lockName(), handle.fencingToken());
        }
        if (passes(handle, Duration.ofMillis(2 * MOST_MILLIS))) {
            world.recorder().violation(name + " is told that a lease lasts for longer than any does");
        }
    }

    private static boolean passes(LockHandle handle, Duration atLeast) {
        try {
            handle.ensureHeld(atLeast);
            return true;
        } catch (LockLostException e) {
            return false;
        }
    }

    private void write(String lock, long token) {
        if (!world.resource().write(lock, name, token)) {
            world.mayBeRefused(name + " holds '" + lock + "', and its token " + token + " was refused");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.simulation;

import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The calls of a caller with views of locks: it enters them repeatedly, and leaves them as often. */
final class ViewCalls {

    /** In one call of this many, a thread that does not hold the lock tries to unlock it. */
    private static final int WITH_A_STRANGER = 5;

    private final World world;
    private final SimulatedClient client;
    private final Caller caller;
    private final String name;

    ViewCalls(World world, SimulatedClient client, Caller caller, String name) {
        this.world = world;
        this.client = client;
        this.caller = caller;
        this.name = name;
    }

    void tryFor(Call call, DistributedLock lock) throws InterruptedException {
        LockView view = lock.asLock(caller.options(call));
        if (enters(call, call.limit(), () -> view.tryLock(call.limit(), TimeUnit.MILLISECONDS))) {
            keep(call, lock, view);
        } else {
            client.timedOut();
        }
    }

    private boolean enters(Call call, int limitMillis, Caller.Step<Boolean> step) throws InterruptedException {
        return caller.timed(call, limitMillis, () -> step.take() ? Optional.of(true) : Optional.empty())
                .isPresent();
    }

    /** Waits without a limit. An interrupt ends the wait only for {@code lockInterruptibly}. */
    void lock(Call call, DistributedLock lock) throws InterruptedException {
        LockView view = lock.asLock(caller.options(call));
        if (call.way() == Call.Way.LOCK_INTERRUPTIBLY) {
            caller.interrupted(call, call.extra(), () -> {
                view.lockInterruptibly();
                return view;
            });
        } else {
            lockUninterruptibly(call, view);
        }
        keep(call, lock, view);
    }

    private void lockUninterruptibly(Call call, LockView view) {
        SimulatedThread self = world.schedule().current();
        boolean[] came = {false};
        client.asks(call.name());
        Runnable callOff = world.later(client, call.extra(), () -> {
            came[0] = true;
            world.schedule().interrupt(self);
        });
        view.lock();
        callOff.run();
        // The call keeps the interrupt for later.
        if (came[0] && !Thread.interrupted() && !self.interrupted) {
            world.recorder()
                    .violation(name + " was interrupted while it locked '" + call.name()
                            + "', and the interrupt was lost");
        }
    }

    private void keep(Call call, DistributedLock lock, LockView view) throws InterruptedException {
        boolean lost;
        try {
            long token = view.fencingToken();
            enterAgain(call, lock, view, token);
            Belief belief = new Belief(world, client, call.name(), token, caller.delay(call));
            belief.prolong(view::remaining);
            world.schedule().rest(TimeUnit.MILLISECONDS.toNanos(call.hold()));
            if (call.extra() % WITH_A_STRANGER == 0) {
                letAStrangerUnlock(call, view);
            }
            belief.end();
            if (isLost(view)) {
                enterWhatIsLost(call, view);
            }
        } finally {
            lost = unlock(call, view);
        }
        if (lost) {
            lockAnew(call, view);
        }
    }

    /** Through another view and at any depth it is the same hold, so no request is needed. */
    private void enterAgain(Call call, DistributedLock lock, LockView view, long token) {
        LockView other = lock.asLock(caller.options(call));
        client.traffic().keepQuiet(Thread.currentThread());
        try {
            boolean entered = true;
            if (call.extra() % 2 == 0) {
                entered = other.tryLock();
            } else {
                other.lock();
            }
            if (!entered || view.holdCount() != 2 || other.fencingToken() != token) {
                world.recorder().violation(name + " could not enter '" + call.name() + "' again as it was");
            }
        } finally {
            client.traffic().keepQuiet(null);
        }
    }

    /** A loss is over with its last unlock. */
    private void lockAnew(Call call, LockView view) throws InterruptedException {
        if (enters(call, 0, view::tryLock)) {
            view.unlock();
        } else {
            client.timedOut();
        }
    }

    private void letAStrangerUnlock(Call call, LockView view) {
        boolean[] done = {false};
        world.schedule().spawn("stranger", client.process(), () -> {
            try {
                view.unlock();
                world.recorder().violation("a stranger could unlock '" + call.name() + "', which " + name + " holds");
            } catch (IllegalMonitorStateException e) {
                world.recorder().tell(() -> "a stranger gets " + e.getMessage());
            }
            done[0] = true;
        });
        world.schedule().blockUninterruptibly(() -> done[0], () -> SimulatedThread.NEVER);
    }

    private static boolean isLost(LockView view) {
        try {
            view.ensureHeld(Duration.ZERO);
            return false;
        } catch (LockLostException e) {
            return e.state() == HandleState.LOST;
        }
    }

    private void enterWhatIsLost(Call call, LockView view) throws InterruptedException {
        try {
            if (call.extra() % 2 == 0) {
                view.lock();
            } else if (!view.tryLock(1, TimeUnit.MILLISECONDS)) {
                return;
            }
            world.recorder().violation(name + " could enter '" + call.name() + "' again though it is lost");
        } catch (LockLostException e) {
            caller.threw(e);
        }
    }

    /**
     * Unlocks as often as it was locked. After a loss each unlock throws; each but the last leaves the other levels to
     * be unlocked. True if it was lost.
     */
    private boolean unlock(Call call, LockView view) {
        boolean lost = false;
        for (int depth = view.holdCount(); depth > 0; depth--) {
            boolean wasLost = isLost(view);
            try {
                view.unlock();
                if (wasLost) {
                    world.recorder().violation(name + " unlocked '" + call.name() + "' as if it were not lost");
                }
            } catch (LockLostException e) {
                lost = true;
                caller.threw(e);
            }
        }
        if (view.holdCount() != 0) {
            world.recorder()
                    .violation(name + " unlocked '" + call.name() + "' as often as it was locked, and is inside");
        }
        return lost;
    }
}

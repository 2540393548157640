// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The rule of REENT about the contract of {@link java.util.concurrent.locks.Lock}. */
@SuppressWarnings("LockNotBeforeTry") // The unlocks, and their absence, are what these rules are about.
public abstract class ReentryLockRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.REENT_6)
    void REENT_6_lock_waits_through_interrupts_and_keeps_the_flag() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        LockView view = client.lock(name).asLock(renewed(longLease()));
        AtomicReference<@Nullable Thread> waiter = new AtomicReference<>();
        Future<Boolean> locked = start(() -> {
            waiter.set(Thread.currentThread());
            silently("lock()", view::lock);
            boolean flag = Thread.interrupted();
            view.unlock();
            return flag;
        });
        await("a thread waits in lock()", () -> backend.answeredAttempts(name) > 0);
        interrupt(waiter);
        never("lock() ends by an interrupt", locked::isDone, Duration.ofMillis(50));
        held.release();
        require(join("lock()", locked), "lock() of '{}' lost the interrupt flag", name);
        join("lock() and tryLock() with the flag set", start(() -> lockedWithFlag(view)));
    }

    private Void lockedWithFlag(LockView view) {
        Thread.currentThread().interrupt();
        silently("lock() with the flag set", view::lock);
        require(view.tryLock(), "tryLock() obeys an interrupt");
        require(Thread.currentThread().isInterrupted(), "lock() or tryLock() cleared the interrupt flag");
        view.unlock();
        view.unlock();
        return null;
    }

    private void silently(String what, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            throw broken(e, "{} ended by an interrupt as {}", what, e);
        }
    }

    @Test
    @Proves(Rule.REENT_6)
    void REENT_6_interruptible_ways_obey_interrupts() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockView view = client.lock(name).asLock(renewed(longLease()));
        interruptedBefore("lockInterruptibly()", view::lockInterruptibly);
        interruptedBefore("tryLock(time)", () -> view.tryLock(1, TimeUnit.SECONDS));
        LockHandle held = hold(client(), name, renewed(longLease()));
        interruptedWhileWaiting(backend, name, "lockInterruptibly()", view::lockInterruptibly);
        interruptedWhileWaiting(
                backend, name, "tryLock(time)", () -> view.tryLock(patience().toMillis(), TimeUnit.MILLISECONDS));
        held.release();
        require(isFree(client(), name), "'{}' is not free after interrupted attempts to lock it", name);
    }

    private void interruptedWhileWaiting(InterceptedBackend backend, String name, String what, Executable lock)
            throws Exception {
        long before = backend.answeredAttempts(name);
        AtomicReference<@Nullable Thread> waiter = new AtomicReference<>();
        Future<?> waiting = start(() -> {
            waiter.set(Thread.currentThread());
            thrown(InterruptedException.class, what + " interrupted while waiting", lock);
            require(!Thread.currentThread().isInterrupted(), "{} threw and left the interrupt flag", what);
            return null;
        });
        await("a thread waits in " + what, () -> backend.answeredAttempts(name) > before);
        interrupt(waiter);
        join(what + " of an interrupted thread", waiting);
    }

    private void interruptedBefore(String what, Executable lock) throws Exception {
        Future<?> entering = start(() -> {
            Thread.currentThread().interrupt();
            return thrown(InterruptedException.class, what + " with the flag set", lock);
        });
        join(what + " with the flag set", entering);
    }

    @Test
    @Proves(Rule.REENT_6)
    void REENT_6_a_view_has_no_conditions() {
        LockView view = client().lock(name()).asLock(renewed(longLease()));
        thrown(UnsupportedOperationException.class, "newCondition()", view::newCondition);
    }
}

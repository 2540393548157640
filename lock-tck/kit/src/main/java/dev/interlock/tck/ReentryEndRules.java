// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockLostException;
import dev.interlock.LockNotHeldException;
import dev.interlock.LockView;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rules of REENT about holds that end without an unlock: by a loss, or with their thread. */
@SuppressWarnings("LockNotBeforeTry") // The unlocks, and their absence, are what these rules are about.
abstract class ReentryEndRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.REENT_3)
    void REENT_3_a_known_loss_refuses_re_entry_until_the_thread_has_left() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockView view = client.lock(name).asLock(renewed(longLease()));
        view.lock();
        view.lock();
        long token = view.fencingToken();
        backend.takeAway(name);
        backend.reportLost(name);
        thrown(LockLostException.class, "lock() after a loss", view::lock);
        thrown(LockLostException.class, "lockInterruptibly() after a loss", view::lockInterruptibly);
        thrown(LockLostException.class, "tryLock() after a loss", view::tryLock);
        thrown(LockLostException.class, "tryLock(time) after a loss", () -> view.tryLock(1, TimeUnit.SECONDS));
        thrown(LockLostException.class, "ensureHeld() after a loss", () -> view.ensureHeld(Duration.ZERO));
        require(view.holdCount() == 2, "the refused entries left '{}' at depth {}", name, view.holdCount());
        thrown(LockNotHeldException.class, "the inner unlock after a loss", view::unlock);
        thrown(LockNotHeldException.class, "the outer unlock after a loss", view::unlock);
        requireNewHold(view, name, token);
    }

    @Test
    @Proves(Rule.REENT_3)
    void REENT_3_a_loss_that_only_the_store_knows_shows_at_the_last_unlock() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockView view = client.lock(name).asLock(unrenewed(longLease()));
        view.lock();
        long token = view.fencingToken();
        backend.takeAway(name);
        thrown(LockNotHeldException.class, "the unlock of a lock that was taken away", view::unlock);
        requireNewHold(view, name, token);
    }

    private void requireNewHold(LockView view, String name, long token) {
        require(view.holdCount() == 0, "after the last unlock '{}' is at depth {}", name, view.holdCount());
        require(view.tryLock(), "the thread that lost '{}' and left cannot lock it anew", name);
        require(view.fencingToken() > token, "after token {} the new hold has {}", token, view.fencingToken());
        view.unlock();
    }

    @Test
    @Proves(Rule.REENT_5)
    void REENT_5_renewal_ends_with_the_thread() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        LockClient other = client();
        String name = name();
        Duration lease = leaseOf(STEADY);
        LockView view = client.lock(name).asLock(renewed(lease));
        StepGate life = gate();
        Thread owner = new Thread(() -> {
            view.lock();
            life.pass();
        });
        owner.setDaemon(true);
        owner.start();
        await("the lock of a living thread is renewed", () -> backend.renewals(name) >= 2, lease.plus(patience()));
        require(!isFree(other, name), "'{}' is free while its owner lives", name);
        life.open();
        owner.join();
        Stopwatch watch = new Stopwatch();
        await("'" + name + "' is free after its owner died", () -> isFree(other, name), endOf(lease));
        evidence(
                "free {} ms after the thread died, lease {} ms", watch.elapsed().toMillis(), lease.toMillis());
        Future<Boolean> next = start(() -> view.tryLock(patience().toMillis(), TimeUnit.MILLISECONDS));
        require(join("the next thread", next), "the dead thread keeps others of its client out of '{}'", name);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Stopwatch;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The rules of REENT about the hold count, its owner, and holds that end without an unlock. */
@SuppressWarnings("LockNotBeforeTry") // The unlocks, and their absence, are what these rules are about.
public abstract class ReentryRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.REENT_1)
    void REENT_1_only_the_outermost_unlock_frees_the_lock() throws Exception {
        LockClient client = client();
        LockClient other = client();
        String name = name();
        List<LockView> views = List.of(
                client.lock(name).asLock(renewed(longLease())),
                client.lock(name).asLock(unrenewed(longLease())));
        views.get(0).lock();
        require(views.get(1).tryLock(), "a second view of '{}' does not know the hold of its own thread", name);
        require(views.get(0).tryLock(1, TimeUnit.SECONDS), "'{}' could not be entered a third time", name);
        views.get(1).lockInterruptibly();
        int depth = 4;
        for (; depth > 1; depth--) {
            requireDepth(name, views, depth);
            views.get(depth % 2).unlock();
            require(!isFree(other, name), "'{}' is free after {} of 4 unlocks", name, 5 - depth);
        }
        requireDepth(name, views, 1);
        views.get(0).unlock();
        requireDepth(name, views, 0);
        require(isFree(other, name), "'{}' is not free after the outermost unlock", name);
        thrown(IllegalMonitorStateException.class, "one unlock too many", views.get(0)::unlock);
        evidence("depth 4 through two views, taken in four ways");
    }

    private void requireDepth(String name, List<LockView> views, int depth) {
        for (LockView view : views) {
            require(view.holdCount() == depth, "'{}' is at depth {} instead of {}", name, view.holdCount(), depth);
        }
    }

    @Test
    @Proves(Rule.REENT_2)
    void REENT_2_another_thread_neither_enters_nor_unlocks() throws Exception {
        LockClient client = client();
        String name = name();
        LockView view = client.lock(name).asLock(renewed(longLease()));
        view.lock();
        Callable<Void> stranger = () -> strange(view, name);
        join("the other thread", start(stranger));
        Optional<ExecutorService> virtual = virtualThreads();
        if (virtual.isPresent()) {
            join("a virtual thread", virtual.get().submit(stranger));
        }
        require(view.holdCount() == 1, "another thread changed the depth of '{}' to {}", name, view.holdCount());
        require(!isFree(client(), name), "another thread freed '{}'", name);
        view.unlock();
        Future<Boolean> next = start(() -> {
            boolean entered = view.tryLock();
            view.unlock();
            return entered;
        });
        require(join("the next thread", next), "after the unlock another thread could not enter '{}'", name);
        evidence(virtual.isPresent() ? "platform and virtual threads were refused" : "a platform thread was refused");
    }

    private Void strange(LockView view, String name) throws InterruptedException {
        require(view.holdCount() == 0, "another thread appears to hold '{}'", name);
        require(!view.tryLock(), "another thread entered '{}' by tryLock()", name);
        require(!view.tryLock(5, TimeUnit.MILLISECONDS), "another thread entered '{}' by waiting", name);
        refuses("unlock()", view::unlock);
        refuses("fencingToken()", view::fencingToken);
        refuses("ensureHeld()", () -> view.ensureHeld(Duration.ZERO));
        return null;
    }

    /** Looked up by name, since the kit also runs on Java 17, which has no virtual threads. */
    private Optional<ExecutorService> virtualThreads() {
        MethodType shape = MethodType.methodType(ExecutorService.class);
        try {
            MethodHandle made =
                    MethodHandles.publicLookup().findStatic(Executors.class, "newVirtualThreadPerTaskExecutor", shape);
            ExecutorService threads = (ExecutorService) made.invokeExact();
            closing(threads::shutdownNow);
            return Optional.of(threads);
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        } catch (Throwable e) {
            throw broken(e, "virtual threads could not be had: {}", e);
        }
    }

    private void refuses(String what, Runnable call) {
        thrown(IllegalMonitorStateException.class, what + " of another thread", call::run);
    }

    @Test
    @Proves(Rule.REENT_4)
    void REENT_4_re_entry_keeps_the_token_and_asks_the_store_nothing() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        LockClient other = client();
        String name = name();
        LockView view = client.lock(name).asLock(unrenewed(longLease().dividedBy(2)));
        view.lock();
        long token = view.fencingToken();
        int asked = backend.requests() + backend.renewals();
        Optional<Duration> before = other.inspect(name).flatMap(Holder::remaining);
        LockView inner = client.lock(name).asLock(unrenewed(longLease()));
        inner.lock();
        require(inner.tryLock(), "'{}' could not be entered again", name);
        long nested = view.fencingToken();
        Optional<Duration> after = other.inspect(name).flatMap(Holder::remaining);
        inner.unlock();
        inner.unlock();
        require(nested == token && view.fencingToken() == token, "the token {} became {} inside", token, nested);
        int more = backend.requests() + backend.renewals() - asked;
        require(more == 0, "2 re-entries of '{}' sent {} requests", name, more);
        require(
                before.isEmpty() || after.isEmpty() || after.get().compareTo(before.get()) <= 0,
                "re-entry moved the lease of '{}' from {} to {}",
                name,
                before,
                after);
        view.unlock();
        evidence("token {} and lease untouched by 2 re-entries", token);
    }

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
        thrown(LockLostException.class, "the inner unlock after a loss", view::unlock);
        thrown(LockLostException.class, "the outer unlock after a loss", view::unlock);
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
        thrown(LockLostException.class, "the unlock of a lock that was taken away", view::unlock);
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

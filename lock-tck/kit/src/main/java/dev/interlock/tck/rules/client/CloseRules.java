// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.client;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.DistributedLock;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockView;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * The rules of CLOSE about waiters, new work, late grants and a slow store. {@link CloseHolderRules} has those about
 * holders.
 */
public abstract class CloseRules extends InstrumentedRuleTest {

    /** More than the client has threads. */
    private static final int MANY = 12;

    private static final int FEW_THREADS = 2;
    private static final Duration BOUND = Duration.ofMillis(500);

    /** Long enough to see a client that goes on after its close, even on a busy machine. */
    private static final Duration LOOK = Duration.ofSeconds(2);

    @Test
    @Proves(Rule.CLOSE_1)
    void CLOSE_1_waiters_of_every_kind_end() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        hold(client(), name, renewed(longLease()));
        String here = name();
        hold(client, here, renewed(longLease()));
        DistributedLock lock = client.lock(name);
        AcquireOptions options = waiting(LONG);
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        List<Future<?>> waits = List.of(
                start(() -> lock.acquire(known(threads, options))),
                start(() -> lock.tryAcquire(known(threads, options))),
                start(() -> lock.withLock(known(threads, options), LockHandle::fencingToken)),
                start(() -> locked(lock.asLock(known(threads, options)))),
                lock.acquireAsync(options),
                client.lock(here).acquireAsync(options));
        await("4 threads wait", () -> threads.size() == 4 && threads.stream().allMatch(InstrumentedRuleTest::isParked));
        await("a waiter asks the store", () -> backend.answeredAttempts(name) > 0);
        Stopwatch watch = new Stopwatch();
        client.close();
        await("all waiters of a closed client end", () -> waits.stream().allMatch(Future::isDone));
        for (Future<?> wait : waits) {
            thrownBy(LockClientClosedException.class, "waiting in a client that is closed", wait);
        }
        evidence(
                "{} waiters ended {} ms after the close",
                waits.size(),
                watch.elapsed().toMillis());
    }

    private static AcquireOptions known(Queue<Thread> threads, AcquireOptions options) {
        threads.add(Thread.currentThread());
        return options;
    }

    private static long locked(LockView view) {
        view.lock();
        return view.fencingToken();
    }

    @Test
    @Proves(Rule.CLOSE_3)
    void CLOSE_3_a_closed_client_refuses_everything_new() throws Exception {
        LockClient client = client();
        DistributedLock lock = client.lock(name());
        LockView view = lock.asLock(renewed(longLease()));
        AcquireOptions options = renewed(longLease());
        client.close();
        refused("tryAcquire()", lock::tryAcquire);
        refused("tryAcquire(options)", () -> lock.tryAcquire(options));
        refused("acquire", () -> lock.acquire(options));
        thrownBy(LockClientClosedException.class, "acquireAsync of a closed client", async(lock, options));
        refused("withLock", () -> lock.withLock(options, LockHandle::fencingToken));
        refused("lock()", view::lock);
        refused("lockInterruptibly()", view::lockInterruptibly);
        refused("tryLock()", view::tryLock);
        refused("tryLock(time)", () -> view.tryLock(1, TimeUnit.SECONDS));
        refused("inspect", () -> client.inspect(lock.name()));
        refused("addListener", () -> client.addListener(event -> {}));
        require(isFree(client(), lock.name()), "a closed client has locked '{}'", lock.name());
    }

    /** The refusal may come at once or with the future. */
    private static Future<LockHandle> async(DistributedLock lock, AcquireOptions options) {
        try {
            return lock.acquireAsync(options);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void refused(String what, Executable step) {
        thrown(LockClientClosedException.class, what + " of a closed client", step);
    }

    @Test
    @Proves(Rule.CLOSE_3)
    void CLOSE_3_closing_again_is_harmless() throws Exception {
        LockClient client = client();
        hold(client, name(), renewed(longLease()));
        Future<?> one = start(() -> closed(client));
        Future<?> two = start(() -> closed(client));
        join("a close", one);
        join("a close from another thread", two);
        closed(client);
    }

    private Void closed(LockClient client) {
        try {
            client.close();
            return null;
        } catch (RuntimeException e) {
            throw broken(e, "closing a client again threw {}", e);
        }
    }

    @Test
    @Proves(Rule.CLOSE_4)
    void CLOSE_4_a_grant_that_arrives_while_the_client_closes_is_given_back() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate gate = gate();
        backend.onAcquire(gate::after);
        String awaited = name();
        String blocking = name();
        CompletableFuture<LockHandle> future = client.lock(awaited).acquireAsync(waiting(LONG));
        Future<LockHandle> call = start(() -> client.lock(blocking).acquire(waiting(LONG)));
        await("both locks are granted, and the replies are under way", () -> gate.arrivals() == 2);
        Future<?> closing = start(() -> {
            client.close();
            return null;
        });
        await("the client has begun to close", () -> isClosing(client));
        gate.open();
        join("the close", closing);
        requireFree("after a late grant to a closed client", client(), awaited);
        requireFree("after a late grant to a closed client", client(), blocking);
        requireNoHolder("the future", future);
        requireNoHolder("the blocked call", call);
    }

    private void requireNoHolder(String what, Future<LockHandle> late) {
        HandleState state;
        try {
            state = join(what, late).state();
        } catch (Exception e) {
            evidence("{} ended as {}", what, e.getClass().getSimpleName());
            return;
        }
        require(
                state == HandleState.RELEASED || state == HandleState.LOST,
                "{} of a closed client has a handle that is {}",
                what,
                state);
    }

    @Test
    @Proves(Rule.CLOSE_4)
    void CLOSE_4_a_grant_that_arrives_after_the_cancel_is_given_back() throws Exception {
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        StepGate gate = gate();
        backend.onAcquire(gate::after);
        String name = name();
        CompletableFuture<LockHandle> future = client.lock(name).acquireAsync(waiting(LONG));
        await("'" + name + "' is granted, and the reply is under way", () -> gate.arrivals() == 1);
        require(!isFree(client(), name), "'{}' was granted, and is free", name);
        require(future.cancel(true), "a request for '{}' could not be cancelled", name);
        gate.open();
        requireFree("after a late grant to a cancelled request", client(), name);
        require(future.isCancelled(), "the late grant of '{}' changed the future", name);
    }

    @Test
    @Proves(Rule.CLOSE_5)
    void CLOSE_5_a_close_with_many_locks_in_a_store_that_hangs_ends_in_time_and_for_good() throws Exception {
        InterceptedBackend backend = intercepted();
        ClientOptions options =
                ClientOptions.STANDARD.withRenewalThreads(FEW_THREADS).withCloseTimeout(BOUND);
        LockClient client = client(backend, options);
        StepGate hanging = gate();
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            handles.add(hold(client, name(), renewed(longLease())));
        }
        backend.onRelease(hanging::before);
        Stopwatch watch = new Stopwatch();
        Future<?> closing = start(() -> {
            client.close();
            return null;
        });
        join("a close that may take " + BOUND.toMillis() + " ms", closing, BOUND.plus(patience()));
        long taken = watch.elapsed().toMillis();
        int asked = hanging.arrivals();
        for (LockHandle handle : handles) {
            HandleState state = handle.state();
            require(
                    state == HandleState.LOST || state == HandleState.RELEASED,
                    "'{}' is {} after its client was closed",
                    handle.lockName(),
                    state);
            thrown(LockLostException.class, "ensureHeld after the close", () -> handle.ensureHeld(Duration.ZERO));
        }
        hanging.open();
        never("the store is asked for something after the close", () -> hanging.arrivals() > asked, LOOK);
        evidence("closed in {} ms with {} locks of which the store confirmed none", taken, MANY);
    }
}

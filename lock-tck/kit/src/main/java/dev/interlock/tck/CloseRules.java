// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.AcquireOptions;
import dev.interlock.DistributedLock;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockUnavailableException;
import dev.interlock.LockView;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/**
 * The rules of CLOSE about waiters and new work. {@link CloseHolderRules} has those about holders,
 * {@link CloseLateRules} that about late grants.
 */
abstract class CloseRules extends InstrumentedRuleTest {

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
            thrownBy(LockUnavailableException.class, "waiting in a client that is closed", wait);
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
        thrownBy(IllegalStateException.class, "acquireAsync of a closed client", async(lock, options));
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
        thrown(IllegalStateException.class, what + " of a closed client", step);
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
}

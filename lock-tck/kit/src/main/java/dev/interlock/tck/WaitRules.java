// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.Waiting;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of WAIT about the end of a wait, and about its cost. */
abstract class WaitRules extends InstrumentedRuleTest {

    /** More than the threads of one client, which are few and fixed. */
    private static final int MANY = 200;

    /** The most threads that many waiters may cost. */
    private static final int FEW = 32;

    @Test
    @Proves(Rule.WAIT_1)
    void WAIT_1_waiters_here_and_elsewhere_are_granted_the_lock_after_its_release() throws Exception {
        LockClient holder = client();
        InterceptedBackend backend = intercepted();
        LockClient other = client(backend);
        String name = name();
        LockHandle held = hold(holder, name, renewed(longLease()));
        Stopwatch watch = new Stopwatch();
        for (LockClient waiter : List.of(other, holder, other)) {
            long before = backend.answeredAttempts(name);
            Future<Optional<LockHandle>> waiting = start(() -> tryAcquire(waiter, name, waiting()));
            await("the waiter asks the store", () -> waiter == holder || backend.answeredAttempts(name) > before);
            held.release();
            LockHandle last = held;
            held = join("the waiter's acquisition", waiting)
                    .orElseThrow(() -> broken("'{}' was released and a waiter was not granted it", name));
            require(
                    held.fencingToken() > last.fencingToken(),
                    "after token {} the waiter was granted {}",
                    last.fencingToken(),
                    held.fencingToken());
        }
        CompletableFuture<LockHandle> future = holder.lock(name).acquireAsync(waiting());
        held.release();
        granted("an asynchronous waiter", future).release();
        evidence("4 waiters in two clients, {} ms in all", watch.elapsed().toMillis());
    }

    @Test
    @Proves(Rule.WAIT_10)
    @ResourceLock(RuleTest.STORE)
    void WAIT_10_asynchronous_waiters_hold_no_threads() throws Exception {
        boolean blocking = capabilities().waiting() == Waiting.BLOCKING;
        LockClient holder = client();
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        Map<String, LockHandle> held = new LinkedHashMap<>();
        for (int i = 0; i < (blocking ? 3 : MANY); i++) {
            String name = name();
            held.put(name, hold(holder, name, renewed(longLease())));
        }
        int before = threads();
        List<CompletableFuture<LockHandle>> waits = held.keySet().stream()
                .map(name -> client.lock(name).acquireAsync(waiting(LONG)))
                .toList();
        await(
                "every waiter asks the store",
                () -> held.keySet().stream().allMatch(name -> backend.distinctAttempts(name) > 0),
                LONG);
        // Other code may start threads meanwhile; but waiters that hold threads hold them until they are granted.
        int asking = threads() - before;
        await(
                "after " + asking + " more threads, " + waits.size() + " waiters need no more than " + FEW,
                () -> blocking || threads() - before <= FEW);
        int more = threads() - before;
        held.values().forEach(LockHandle::release);
        await("all waiters are granted their locks", () -> waits.stream().allMatch(CompletableFuture::isDone), LONG);
        for (CompletableFuture<LockHandle> wait : waits) {
            granted("an asynchronous waiter", wait).release();
        }
        evidence(
                "{} waiters, {} more threads, waiting is {}",
                waits.size(),
                more,
                capabilities().waiting());
    }

    private static int threads() {
        return Thread.getAllStackTraces().size();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The rules of the family WAIT about many waiters of one client; those of several clients are in {@link WaitFairnessRules}. */
abstract class WaitOrderRules extends WatchingRules {

    /** More than the threads of one client, which are few and fixed. */
    private static final int MANY = 200;

    /** The most threads that many waiters may cost. */
    private static final int FEW = 32;

    @Test
    @Proves(Rule.WAIT_5)
    void WAIT_5_waiters_of_one_client_are_served_in_order() throws Exception {
        LockClient client = client();
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        List<Integer> served = new CopyOnWriteArrayList<>();
        List<Integer> came = IntStream.range(0, 6).boxed().toList();
        List<CompletableFuture<Void>> waits = new ArrayList<>();
        for (int each : came) {
            waits.add(client.lock(name).acquireAsync(waiting(LONG)).thenAcceptAsync(handle -> {
                served.add(each);
                handle.release();
            }));
        }
        held.release();
        await("all " + came.size() + " waiters are served", () -> waits.stream().allMatch(CompletableFuture::isDone));
        require(served.equals(came), "waiters of '{}' that came as {} were served as {}", name, came, served);
        evidence("6 waiters served as {}", served);
    }

    @Test
    @Proves(Rule.WAIT_6)
    void WAIT_6_only_the_first_of_many_waiters_asks() throws Exception {
        TappedBackend tap = tap();
        LockClient client = client(tap);
        String name = name();
        LockHandle held = hold(client(), name, kept(longLease()));
        List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waits.add(client.lock(name).acquireAsync(waiting(LONG)));
        }
        await("the first waiter asks the store", () -> tap.looks(name) > 0);
        never("a second of 20 waiters asks the store", () -> tap.askers(name) > 1, Duration.ofMillis(100));
        require(waits.get(0).cancel(true), "the first waiter of '{}' could not be cancelled", name);
        await("the second waiter asks once the first has left", () -> tap.askers(name) == 2);
        evidence("20 waiters, {} looks by 2 of them, one after the other", tap.looks(name));
        waits.forEach(wait -> wait.cancel(true));
        held.release();
    }

    @Test
    @Proves(Rule.WAIT_9)
    void WAIT_9_a_waiter_that_queued_for_longer_than_its_lease_gets_a_full_one() throws Exception {
        TappedBackend tap = tap();
        LockClient client = client(tap);
        LockClient other = client();
        String name = name();
        Duration lease = lease();
        LockHandle held = hold(client(), name, kept(longLease()));
        CompletableFuture<LockHandle> waiting =
                client.lock(name).acquireAsync(once(lease).withMaxWait(LONG));
        await("the waiter asks the store", () -> tap.looks(name) > 0);
        Patience.Stopwatch queued = new Patience.Stopwatch();
        await("a lease passes in the queue", () -> queued.elapsed().compareTo(lease) > 0, lease.plus(soon()));
        Patience.Stopwatch since = new Patience.Stopwatch();
        held.release();
        LockHandle handle = granted("a waiter that queued", waiting);
        Duration left = handle.remaining();
        Duration accounted = left.plus(since.elapsed());
        require(
                accounted.compareTo(lease.dividedBy(2)) > 0,
                "{} ms after the release only {} ms of a lease of {} ms were left to a waiter that had queued",
                since.elapsed().toMillis(),
                left.toMillis(),
                lease.toMillis());
        await("the lease passes, or half of it", () -> {
            boolean taken = isFree(other, name);
            Duration rest = handle.remaining();
            require(!taken || rest.isZero(), "'{}' was granted to another while its holder had {} left", name, rest);
            return since.elapsed().compareTo(lease.dividedBy(2)) > 0;
        });
        evidence(
                "after {} ms in the queue {} of {} ms were left",
                queued.elapsed().toMillis(),
                left.toMillis(),
                lease.toMillis());
    }

    @Test
    @Proves(Rule.WAIT_10)
    @ResourceLock(RuleUnderTest.STORE)
    void WAIT_10_asynchronous_waiters_hold_no_threads() throws Exception {
        boolean blocking = capabilities().waiting() == Waiting.BLOCKING;
        LockClient holder = client();
        TappedBackend tap = tap();
        LockClient client = client(tap);
        Map<String, LockHandle> held = new LinkedHashMap<>();
        for (int i = 0; i < (blocking ? 3 : MANY); i++) {
            String name = name();
            held.put(name, hold(holder, name, kept(longLease())));
        }
        int before = threads();
        List<CompletableFuture<LockHandle>> waits = held.keySet().stream()
                .map(name -> client.lock(name).acquireAsync(waiting(LONG)))
                .toList();
        await("every waiter asks the store", () -> held.keySet().stream().allMatch(name -> tap.askers(name) > 0), LONG);
        // Others may start threads meanwhile; but waiters that hold threads hold them until they are granted.
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

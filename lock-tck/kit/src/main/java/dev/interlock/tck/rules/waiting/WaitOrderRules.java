// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules.waiting;

import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.Waiting;
import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.InstrumentedRuleTest;
import dev.interlock.tck.rules.Proves;
import dev.interlock.tck.rules.instrument.InterceptedBackend;
import dev.interlock.tck.rules.instrument.StepGate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The rules of WAIT about the order in which waiters ask and are served, in one client and between clients. */
public abstract class WaitOrderRules extends InstrumentedRuleTest {

    @Test
    @Proves(Rule.WAIT_5)
    void WAIT_5_waiters_of_one_client_are_served_in_order() throws Exception {
        LockClient client = client();
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
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
        InterceptedBackend backend = intercepted();
        LockClient client = client(backend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waits.add(client.lock(name).acquireAsync(waiting(LONG)));
        }
        await("the first waiter asks the store", () -> backend.answeredAttempts(name) > 0);
        never(
                "a second of 20 waiters asks the store",
                () -> backend.distinctAttempts(name) > 1,
                Duration.ofMillis(100));
        require(waits.get(0).cancel(true), "the first waiter of '{}' could not be cancelled", name);
        await("the second waiter asks once the first has left", () -> backend.distinctAttempts(name) == 2);
        evidence("20 waiters, {} looks by 2 of them, one after the other", backend.answeredAttempts(name));
        waits.forEach(wait -> wait.cancel(true));
        held.release();
    }

    @Test
    @Proves(Rule.WAIT_8)
    void WAIT_8_a_latecomer_overtakes_only_where_no_order_is_declared() throws Exception {
        boolean fifo = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        InterceptedBackend backend = intercepted();
        LockClient first = client(backend);
        LockClient late = client();
        InterceptedBackend lateBackend = intercepted();
        LockClient lateWaiter = client(lateBackend);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        StepGate gate = gate();
        backend.onAcquire(onceAnd(gate));
        CompletableFuture<LockHandle> waiting = first.lock(name).acquireAsync(waiting(LONG));
        await("the first waiter is in the queue", () -> backend.answeredAttempts(name) > 0);
        if (!fifo) {
            // The release also wakes the second waiter, which could be faster than the latecomer.
            lateBackend.onAcquire(onceAnd(gate));
        }
        CompletableFuture<LockHandle> behind = lateWaiter.lock(name).acquireAsync(waiting(LONG));
        await("the second waiter is in the queue", () -> lateBackend.answeredAttempts(name) > 0);
        held.release();
        boolean overtaken = isFree(late, name);
        require(
                !fifo || !overtaken,
                "FIFO_BETWEEN_CLIENTS is declared, but a try was granted '{}' past two waiters",
                name);
        require(
                fifo || overtaken || capabilities().waiting() == Waiting.BLOCKING,
                "FIFO_BETWEEN_CLIENTS is not declared, but a try did not get '{}' past two waiters: declare it",
                name);
        if (fifo) {
            never(
                    "the second waiter is granted '" + name + "' before the first",
                    behind::isDone,
                    Duration.ofMillis(50));
        }
        gate.open();
        // Each waiter releases the lock once it has it, so both are served, in any order.
        await(
                "both waiters are served",
                CompletableFuture.allOf(
                                waiting.thenAcceptAsync(LockHandle::release),
                                behind.thenAcceptAsync(LockHandle::release))::isDone);
        evidence(fifo ? "served in order" : "overtaken: {}", Capability.FIFO_BETWEEN_CLIENTS.absence());
    }

    @Test
    @Proves(Rule.WAIT_8)
    void WAIT_8_waiters_of_many_clients_are_served_in_the_declared_order() throws Exception {
        boolean fifo = capabilities().has(Capability.FIFO_BETWEEN_CLIENTS);
        String name = name();
        LockHandle held = hold(client(), name, renewed(longLease()));
        Queue<Integer> served = new ConcurrentLinkedQueue<>();
        // With six waiters a store without an order serves them in this order once in 720 times.
        CompletableFuture<?>[] waits = new CompletableFuture<?>[6];
        for (int i = 0; i < waits.length; i++) {
            int each = i;
            InterceptedBackend backend = intercepted();
            waits[i] = client(backend).lock(name).acquireAsync(waiting(LONG)).thenAcceptAsync(handle -> {
                served.add(each);
                handle.release();
            });
            await("waiter " + each + " is in the queue", () -> backend.answeredAttempts(name) > 0);
        }
        held.release();
        await("all waiters are served", CompletableFuture.allOf(waits)::isDone);
        require(
                !fifo || List.copyOf(served).equals(List.of(0, 1, 2, 3, 4, 5)),
                "FIFO_BETWEEN_CLIENTS is declared, but waiters that came as 012345 were served as {}",
                served);
        evidence("waiters that came as 012345 were served as {}", served);
    }
}

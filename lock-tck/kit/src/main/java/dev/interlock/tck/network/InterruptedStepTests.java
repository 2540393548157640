// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.time.Awaiter;
import dev.interlock.testbed.proxy.Gate;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.wire.Message;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Tests of a client behind a proxy: the effect of an interrupt on its steps while they wait for a reply, fault C6 of
 * {@code docs/faults.md}. On virtual threads an interrupt closes the socket that the thread reads from.
 */
abstract class InterruptedStepTests {

    /** Generous, for a loaded machine. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    GateProxy proxy;
    LockClient client;
    LockClient other;

    /**
     * Starts a proxy in front of the store.
     *
     * @return a new proxy, closed after the test
     */
    protected abstract GateProxy proxy();

    /**
     * Opens a client that waits 5 s for a reply, if its store allows that.
     *
     * @param port of 127.0.0.1 with the store, or with the proxy in front of it
     * @return a new client, closed after the test
     */
    protected abstract LockClient client(int port);

    /**
     * Opens a client that bypasses the proxy.
     *
     * @return a new client, closed after the test
     */
    protected abstract LockClient client();

    /**
     * Recognises a step on the wire.
     *
     * @param step the step
     * @return matches its requests
     */
    protected abstract Predicate<Message> requests(RequestKind step);

    /**
     * Returns a name that was used before, so that each step on it is one request.
     *
     * @return a new name for each call
     */
    protected abstract String name();

    @BeforeEach
    void connect() throws InterruptedException {
        proxy = proxy();
        client = client(proxy.port());
        other = client();
        // Opens connections, and loads what a client loads at its first step, before the fault comes.
        client.lock(name()).tryAcquire().orElseThrow().release();
    }

    @AfterEach
    void disconnect() {
        proxy.heal();
        client.close();
        other.close();
        proxy.close();
    }

    @Test
    @DisplayName("C6: an interrupt of a platform thread during a step changes nothing but the flag")
    void interrupts_of_platform_threads_do_not_reach_the_store() throws Exception {
        assertStepsSurviveInterrupts(task -> new Thread(task).start());
    }

    @Test
    @DisplayName("C6: an interrupt of a virtual thread during a step changes nothing but the flag")
    void interrupts_of_virtual_threads_do_not_reach_the_store() throws Exception {
        assertStepsSurviveInterrupts(virtualThreads());
    }

    private static Executor virtualThreads() throws ReflectiveOperationException {
        Assumptions.assumeTrue(Runtime.version().feature() >= 21, "virtual threads need JDK 21 or newer");
        var start = MethodHandles.publicLookup()
                .findStatic(Thread.class, "startVirtualThread", MethodType.methodType(Thread.class, Runnable.class));
        return task -> {
            try {
                var started = (Thread) start.invokeExact(task);
                assertTrue(started.isDaemon());
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        };
    }

    private void assertStepsSurviveInterrupts(Executor threads) throws Exception {
        String name = name();
        LockHandle held = interrupted(
                RequestKind.ACQUIRE,
                threads,
                () -> client.lock(name).tryAcquire().orElseThrow());
        assertEquals(ReleaseResult.RELEASED, interrupted(RequestKind.RELEASE, threads, held::release));
        assertTrue(other.lock(name).tryAcquire().map(LockHandle::release).isPresent());
    }

    /** Runs a step on such a thread. Interrupts it after the server has answered and before the answer arrives. */
    private <T> T interrupted(RequestKind kind, Executor threads, Supplier<T> step) throws Exception {
        Gate gate = proxy.onRequest(requests(kind)).holdReply();
        CompletableFuture<Thread> started = new CompletableFuture<>();
        CompletableFuture<T> done = new CompletableFuture<>();
        threads.execute(() -> {
            started.complete(Thread.currentThread());
            try {
                T outcome = step.get();
                assertTrue(Thread.interrupted(), "the interrupt was swallowed");
                done.complete(outcome);
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        gate.awaitReached(LIMIT);
        started.get().interrupt();
        gate.open();
        return done.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    static void await(String what, Callable<Boolean> condition) {
        new Awaiter("network").await(what, condition, LIMIT);
    }
}

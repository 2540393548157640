// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.tck.Awaiter;
import dev.interlock.tck.FaultLink.RequestKind;
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
 * A client behind a proxy, and what an interrupt does to its steps while they wait for a reply: fault C6 of
 * {@code docs/faults.md}. On virtual threads an interrupt closes the socket that the thread reads from.
 */
abstract class InterruptedStepTests {

    /** For a loaded machine. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    GateProxy proxy;
    LockClient client;
    LockClient other;

    /**
     * A proxy in front of the store.
     *
     * @return a fresh one; closed after the test
     */
    protected abstract GateProxy proxy();

    /**
     * A client that waits 5 s for a reply, if its store lets it.
     *
     * @param port of 127.0.0.1 where the store, or the proxy in front of it, is
     * @return a fresh one; closed after the test
     */
    protected abstract LockClient client(int port);

    /**
     * A client that goes past the proxy.
     *
     * @return a fresh one; closed after the test
     */
    protected abstract LockClient client();

    /**
     * What a step is on the wire.
     *
     * @param step the step
     * @return matches its requests
     */
    protected abstract Predicate<Message> requests(RequestKind step);

    /**
     * A name that was used before, so that each step on it is one request.
     *
     * @return a fresh one
     */
    protected abstract String name();

    @BeforeEach
    void connect() throws InterruptedException {
        proxy = proxy();
        client = client(proxy.port());
        other = client();
        // Connections, and whatever a client loads at its first step, are there before the fault comes.
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

    /** Runs a step on such a thread and interrupts it when the server has answered, but before that is heard. */
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockClock;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.memory.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** One client over a scripted store and a clock that only the test moves, and the events that its listener got. */
public final class EngineBench implements AutoCloseable {

    public static final Duration LEASE = Duration.ofSeconds(30);
    public static final AcquireOptions ONCE =
            AcquireOptions.waitAtMost(Duration.ZERO).withLease(LEASE);
    public static final AcquireOptions WAITING =
            AcquireOptions.waitAtMost(Duration.ofMinutes(5)).withLease(LEASE);

    public final ManualClock clock = new ManualClock();
    public final ScriptedBackend backend;
    public final Queue<LockEvent> events = new ConcurrentLinkedQueue<>();
    public final LockClient client;
    private final Queue<LockHandle> kept = new ConcurrentLinkedQueue<>();
    private final AtomicInteger markers = new AtomicInteger();
    public final Engine engine;

    public EngineBench() {
        this(ClientOptions.STANDARD);
    }

    public EngineBench(ClientOptions options) {
        this(options, new ScriptedBackend());
    }

    public EngineBench(ClientOptions options, ScriptedBackend backend) {
        this(options, backend, clock -> clock);
    }

    /** A client on a machine that is made of the clock. */
    EngineBench(ClientOptions options, ScriptedBackend backend, UnaryOperator<LockClock> machine) {
        this.backend = backend;
        client = LockClient.using(
                backend, options.withClock(machine.apply(clock)).withListeners(event -> events.add(event)));
        engine = (Engine) client;
    }

    /** A handle that the bench keeps: one that the collector takes is renewed no more. */
    public LockHandle acquire(String name) throws InterruptedException {
        LockHandle handle = acquireUnkept(name);
        kept.add(handle);
        return handle;
    }

    /** A handle that only its caller keeps. */
    public LockHandle acquireUnkept(String name) throws InterruptedException {
        return client.lock(name).acquire(ONCE);
    }

    /** The events of one lock so far, including all that were published before this call. */
    public List<LockEvent> eventsOf(String name) {
        String marker = "marker " + markers.incrementAndGet();
        engine.events.publish(() -> new LockEvent.Contended(marker));
        await().until(() -> events.stream().anyMatch(event -> event.lockName().equals(marker)));
        return events.stream().filter(event -> event.lockName().equals(name)).toList();
    }

    /** The kinds of these events, in order. */
    public List<String> kinds(String name) {
        return eventsOf(name).stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    /** Moves the clock step by step until the condition holds; what a step starts is done before the next one. */
    public void advanceUntil(Duration step, Callable<Boolean> condition) {
        await().pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(30))
                .until(() -> {
                    if (!isQuiet()) {
                        return false;
                    }
                    if (!condition.call()) {
                        clock.advance(step);
                    }
                    return isQuiet() && condition.call();
                });
    }

    /**
     * A pool does not count a task between its queue and its thread, but then that thread is runnable; and one that
     * slipped through all the same shows in the counts when they are read again.
     */
    boolean isQuiet() {
        long done = completed();
        return submitted() == done && poolThreadsRest() && completed() == done && submitted() == done;
    }

    private long completed() {
        return pools().mapToLong(ThreadPoolExecutor::getCompletedTaskCount).sum();
    }

    private long submitted() {
        return pools().mapToLong(ThreadPoolExecutor::getTaskCount).sum();
    }

    private Stream<ThreadPoolExecutor> pools() {
        ClientThreads pools = engine.threads;
        return Stream.of(
                pools.work.threads(),
                pools.renewals.steady(),
                pools.renewals.troubled(),
                pools.compensation.threads(),
                pools.releases.threads(),
                pools.askedRenewals.threads(),
                pools.callbacks.threads());
    }

    private static boolean poolThreadsRest() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("interlock-"))
                .noneMatch(thread -> thread.getState() == Thread.State.RUNNABLE);
    }

    @Override
    public void close() {
        client.close();
    }
}

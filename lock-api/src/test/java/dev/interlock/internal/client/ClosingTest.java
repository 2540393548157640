// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.internal.acquire.Acquisition;
import dev.interlock.internal.hold.Hold;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** The end of a client. */
class ClosingTest {

    private static final int ROUNDS = 50;

    private final EngineBench bench = new EngineBench();

    @Test
    void every_wait_that_begins_while_the_client_closes_comes_to_an_end() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            LockClient client = LockClient.using(new MemoryStore().backend(), ClientOptions.STANDARD);
            assertThat(client.lock("a").tryAcquire()).isPresent();
            List<CompletableFuture<LockHandle>> waits = new ArrayList<>();
            CountDownLatch begun = new CountDownLatch(1);
            CompletableFuture<Void> waiter = CompletableFuture.runAsync(() -> {
                try {
                    while (waits.size() < 1_000) {
                        waits.add(client.lock("a").acquireAsync(WAITING));
                        begun.countDown();
                    }
                } catch (LockClientClosedException closed) {
                    // What the loop is waiting for.
                }
            });
            begun.await();
            client.close();
            waiter.join();
            for (CompletableFuture<LockHandle> wait : waits) {
                assertThatThrownBy(() -> wait.get(5, TimeUnit.SECONDS))
                        .hasCauseInstanceOf(LockClientClosedException.class);
            }
        }
    }

    @Test
    void an_acquisition_that_begins_while_the_client_closes_does_not_keep_the_close_waiting() throws Exception {
        EngineBench patient = new EngineBench(ClientOptions.STANDARD.withCloseTimeout(Duration.ofMinutes(10)));
        EffectiveOptions options =
                EffectiveOptions.of(WAITING, Defaults.OF_THE_LIBRARY, patient.backend.capabilities());
        Acquisition late = neverDriven(patient.engine, options);
        patient.engine.acquisitions.enter(late);
        Thread closing = new Thread(patient::close);
        closing.setDaemon(true);
        closing.start();
        await().until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        assertThatThrownBy(() -> patient.engine.acquisitions.enter(late)).isInstanceOf(LockClientClosedException.class);
        closing.join(Duration.ofSeconds(30).toMillis());
        assertThat(closing.isAlive()).as("the close still waits").isFalse();
    }

    @Test
    void thousands_of_holds_are_released_within_the_bound_by_a_store_of_20_ms_a_step() throws Exception {
        EngineBench many = new EngineBench(ClientOptions.STANDARD.withCloseTimeout(Duration.ofMinutes(1)));
        List<LockHandle> handles = hold(many, 6_000);
        many.backend.release = attempt -> {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            return many.backend.closed ? ScriptedBackend.releaseNotAnswered() : new ReleaseOutcome.Released();
        };
        many.close();
        assertThat(handles).extracting(LockHandle::state).containsOnly(HandleState.LOST);
        assertThat(many.backend.released).hasSize(handles.size());
    }

    private static List<LockHandle> hold(EngineBench bench, int count) throws InterruptedException {
        List<LockHandle> handles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handles.add(bench.acquire("held-" + i));
        }
        return handles;
    }

    @Test
    void a_store_that_hangs_is_asked_for_nothing_after_the_bound() throws Exception {
        EngineBench hanging = new EngineBench(
                ClientOptions.STANDARD.withCloseTimeout(Duration.ofMillis(200)).withRenewalThreads(4));
        List<LockHandle> handles = hold(hanging, 20);
        ThreadGate gate = new ThreadGate();
        hanging.backend.release = attempt -> {
            gate.pass();
            return ScriptedBackend.releaseNotAnswered();
        };
        hanging.close();
        for (LockHandle handle : handles) {
            assertThat(handle.state()).isEqualTo(HandleState.LOST);
            assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO)).isInstanceOf(LockLostException.class);
            assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
        }
        assertThat(hanging.backend.released).hasSize(4);
        gate.open();
        assertThat(hanging.engine.threads.closing.awaitTermination(30, TimeUnit.SECONDS))
                .isTrue();
        assertThat(hanging.engine.threads.compensation.threads().awaitTermination(30, TimeUnit.SECONDS))
                .isTrue();
        assertThat(hanging.backend.released).as("what the store was asked").hasSize(4);
    }

    @Test
    void a_wait_whose_step_hangs_ends_with_the_close() throws Exception {
        EngineBench hanging = new EngineBench(ClientOptions.STANDARD.withCloseTimeout(Duration.ofMillis(200)));
        ThreadGate gate = new ThreadGate();
        hanging.backend.thenAcquire(attempt -> {
            gate.pass();
            return hanging.backend.grant(attempt);
        });
        CompletableFuture<LockHandle> waiting = hanging.client.lock("a").acquireAsync(WAITING);
        gate.awaitReached();
        hanging.close();
        assertThatThrownBy(() -> waiting.get(30, TimeUnit.SECONDS))
                .hasCauseInstanceOf(LockClientClosedException.class)
                .hasMessageContaining("'a' on scripted store not acquired: the client was closed");
        gate.open();
        assertThat(hanging.engine.threads.work.threads().awaitTermination(30, TimeUnit.SECONDS))
                .isTrue();
        assertThat(hanging.backend.released).as("what the store was asked").isEmpty();
    }

    @Test
    void holds_that_the_close_has_ended_are_not_renewed() throws Exception {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.release = attempt -> {
            gate.pass();
            return new ReleaseOutcome.Released();
        };
        CompletableFuture<Void> closing = CompletableFuture.runAsync(bench::close);
        gate.awaitReached();
        bench.clock.advance(EngineBench.LEASE.dividedBy(2));
        assertThat(handle.renew(EngineBench.LEASE)).isEqualTo(RenewResult.NOT_HELD);
        gate.open();
        closing.get(30, TimeUnit.SECONDS);
        assertThat(bench.backend.renewed).isEmpty();
    }

    @Test
    void a_backend_whose_close_hangs_is_left_behind() throws Exception {
        ThreadGate gate = new ThreadGate();
        ScriptedBackend backend = new ScriptedBackend() {
            @Override
            public void close() {
                gate.pass();
            }
        };
        LockClient client = LockClient.using(backend, ClientOptions.STANDARD.withCloseTimeout(Duration.ofMillis(100)));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(client::close);
        gate.awaitReached();
        closing.get(30, TimeUnit.SECONDS);
        gate.open();
    }

    @Test
    void a_grant_that_the_end_of_the_client_overtook_is_no_hold() throws InterruptedException {
        EffectiveOptions options = EffectiveOptions.of(WAITING, Defaults.OF_THE_LIBRARY, bench.backend.capabilities());
        bench.acquire("a");
        Grant grant = Grant.of(bench.backend.acquired.get(0), 7, bench.clock.nanoTime(), EngineBench.LEASE);
        Acquisition late = neverDriven(bench.engine, options);
        bench.close();
        Hold hold = new Hold(bench.engine.holds, grant, options, 0, false, () -> true);
        bench.engine.holds.granted(hold, late);
        hold.check();
        assertThat(hold.state()).isEqualTo(HandleState.LOST);
        assertThat(bench.engine.isIdle()).isTrue();
    }

    @Test
    void an_interrupted_thread_that_closes_the_client_still_gives_the_locks_back() throws Exception {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.release = attempt -> {
            gate.pass();
            return bench.backend.closed ? ScriptedBackend.releaseNotAnswered() : new ReleaseOutcome.Released();
        };
        CompletableFuture<Boolean> closing = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            bench.close();
            return Thread.interrupted();
        });
        gate.awaitReached();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThatThrownBy(() -> closing.get(200, TimeUnit.MILLISECONDS))
                .isInstanceOf(java.util.concurrent.TimeoutException.class);
        gate.open();
        assertThat(closing.get(10, TimeUnit.SECONDS)).as("interrupted").isTrue();
        assertThat(bench.backend.closed).isTrue();
    }

    @Test
    void an_interrupt_does_not_reach_the_store_through_a_release() throws Exception {
        LockHandle handle = bench.acquire("a");
        bench.backend.release = attempt -> Thread.currentThread().isInterrupted()
                ? ScriptedBackend.releaseNotAnswered()
                : new ReleaseOutcome.Released();
        Thread.currentThread().interrupt();
        ReleaseResult result = handle.release();
        assertThat(Thread.interrupted()).as("interrupted").isTrue();
        assertThat(result).isEqualTo(ReleaseResult.RELEASED);
        bench.close();
    }

    @Test
    void an_interrupt_does_not_reach_the_store_through_a_try_that_ignores_interrupts() {
        bench.backend.acquire = attempt ->
                Thread.currentThread().isInterrupted() ? ScriptedBackend.noAnswer() : bench.backend.grant(attempt);
        Thread.currentThread().interrupt();
        assertThat(bench.client.lock("a").tryAcquire()).isPresent();
        assertThat(Thread.interrupted()).as("interrupted").isTrue();
        bench.close();
    }

    @Test
    void a_loss_that_is_reported_while_the_close_releases_does_not_count() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        Queue<LossCause> reported = new ConcurrentLinkedQueue<>();
        handle.onLost(loss -> reported.add(loss.cause()), Runnable::run);
        bench.backend.thenRelease(attempt -> {
            bench.backend.context.reportLost(attempt.id(), "the session ended");
            return new ReleaseOutcome.Released();
        });
        bench.close();
        await().until(() -> !reported.isEmpty());
        assertThat(reported).containsExactly(LossCause.CLIENT_CLOSED);
    }

    @Test
    void a_grant_that_arrives_during_the_close_is_released() throws InterruptedException {
        ThreadGate gate = new ThreadGate();
        bench.backend.thenAcquire(attempt -> {
            gate.pass();
            return bench.backend.grant(attempt);
        });
        CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(WAITING);
        gate.awaitReached();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(bench::close);
        await().until(bench.engine.acquisitions::isClosed);
        gate.open();
        closing.join();
        assertThatThrownBy(waiting::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(LockClientClosedException.class);
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(0));
        assertThat(bench.backend.closed).isTrue();
    }

    @Test
    void a_closed_client_says_so_and_closes_twice() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.close();
        bench.close();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(bench.backend.released).hasSize(1);
        assertThatThrownBy(() -> bench.client.lock("a").tryAcquire())
                .isInstanceOf(LockClientClosedException.class)
                .hasMessage("the lock client for scripted store is closed");
        assertThatThrownBy(() -> bench.client.inspect("a")).isInstanceOf(LockClientClosedException.class);
        assertThatThrownBy(() -> bench.client.addListener(event -> {})).isInstanceOf(LockClientClosedException.class);
    }

    @Test
    void an_interrupt_during_the_close_ends_all_its_waits_and_is_kept() throws Exception {
        EngineBench patient = new EngineBench(ClientOptions.STANDARD.withCloseTimeout(Duration.ofHours(1)));
        LockHandle handle = patient.acquire("a");
        ThreadGate gate = new ThreadGate();
        patient.backend.release = attempt -> {
            gate.pass();
            return new ReleaseOutcome.Released();
        };
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        Thread closing = new Thread(() -> {
            patient.close();
            closed.complete(Thread.interrupted());
        });
        closing.start();
        gate.awaitReached();
        closing.interrupt();
        try {
            assertThat(closed.get(30, TimeUnit.SECONDS)).as("interrupted").isTrue();
            assertThat(handle.state()).isEqualTo(HandleState.LOST);
            assertThat(patient.backend.closed).isTrue();
        } finally {
            gate.open();
        }
    }

    /** An acquisition whose steps never run. */
    private static Acquisition neverDriven(Engine engine, EffectiveOptions options) {
        LockName name = new LockName("a");
        return new Acquisition(
                engine.acquisitions, name, options, step -> {}, () -> true, engine.acquisitions.news(name, null));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.WAITING;
import static dev.interlock.internal.client.ScriptedBackend.contended;
import static dev.interlock.internal.client.ScriptedBackend.noAnswer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.LockHandle;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An interrupt of a waiting thread, at each step of its way. */
class InterruptTest {

    private final EngineBench bench = new EngineBench();
    private final CompletableFuture<Object> ended = new CompletableFuture<>();
    private final ThreadGate gate = new ThreadGate();

    @AfterEach
    void close() {
        bench.close();
    }

    /**
     * A thread that acquires and reports its handle, its exception, or that it was interrupted when it had the handle.
     */
    private Thread acquiring() {
        Thread thread = new Thread(() -> {
            try {
                LockHandle handle = bench.client.lock("a").acquire(WAITING);
                ended.complete(Thread.interrupted() ? "interrupted with token " + handle.fencingToken() : handle);
            } catch (InterruptedException | RuntimeException e) {
                ended.complete(e);
            }
        });
        thread.start();
        return thread;
    }

    private Object end() throws Exception {
        return ended.get(20, TimeUnit.SECONDS);
    }

    private Function<Attempt, AcquireOutcome> atTheGate(Function<Attempt, AcquireOutcome> then) {
        return attempt -> {
            gate.pass();
            return then.apply(attempt);
        };
    }

    private void assertNothingLeft() {
        await().until(bench.engine::isIdle);
        await().until(bench.engine.threads.timers::isEmpty);
    }

    @Test
    void before_the_call_nothing_is_asked() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> bench.client.lock("a").acquire(WAITING)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(bench.backend.acquired).isEmpty();
        assertNothingLeft();
    }

    @Test
    void while_the_granting_request_is_under_way_the_grant_is_kept_and_so_is_the_interrupt() throws Exception {
        bench.backend.thenAcquire(atTheGate(bench.backend::grant));
        Thread thread = acquiring();
        gate.awaitReached();
        thread.interrupt();
        gate.open();
        assertThat(end()).isEqualTo("interrupted with token 1");
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void while_a_contended_request_is_under_way_the_wait_ends() throws Exception {
        bench.backend.thenAcquire(atTheGate(attempt -> contended()));
        Thread thread = acquiring();
        gate.awaitReached();
        thread.interrupt();
        gate.open();
        assertThat(end()).isInstanceOf(InterruptedException.class);
        assertThat(bench.backend.closedContests).containsExactly("a");
        assertNothingLeft();
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void while_an_unanswered_request_is_under_way_it_is_compensated() throws Exception {
        bench.backend.thenAcquire(atTheGate(attempt -> noAnswer()));
        Thread thread = acquiring();
        gate.awaitReached();
        thread.interrupt();
        gate.open();
        assertThat(end()).isInstanceOf(InterruptedException.class);
        assertNothingLeft();
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(0));
    }

    @Test
    void while_resting_the_wait_ends() throws Exception {
        bench.backend.acquire = attempt -> contended();
        Thread thread = acquiring();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        assertThat(end()).isInstanceOf(InterruptedException.class);
        assertThat(bench.kinds("a")).containsExactly("Contended", "WaitersChanged", "WaitersChanged", "Cancelled");
        assertNothingLeft();
    }

    @Test
    void while_others_of_this_client_are_first_the_wait_ends_and_theirs_goes_on() throws Exception {
        LockHandle holder = bench.acquire("a");
        Thread thread = acquiring();
        await().until(() -> thread.getState() == Thread.State.WAITING);
        CompletableFuture<LockHandle> behind = bench.client.lock("a").acquireAsync(WAITING);
        thread.interrupt();
        assertThat(end()).isInstanceOf(InterruptedException.class);
        holder.release();
        behind.join().release();
        assertThat(bench.backend.acquired).hasSize(2);
        assertNothingLeft();
    }
}

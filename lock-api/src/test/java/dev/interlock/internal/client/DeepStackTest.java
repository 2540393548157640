// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockView;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.hold.Hold;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Callers with hardly any stack left: a step does not begin, or it comes to its end. */
class DeepStackTest {

    /** So many frames from the end of the stack on a lock is acquired at each of them. */
    private static final int NAMES = 400;

    private static final long STACK_BYTES = 512 * 1_024;

    private final ScriptedBackend backend = new ScriptedBackend();
    private final LockClient client = LockClient.using(backend, ClientOptions.STANDARD.withListeners(event -> {}));
    private final Engine engine = (Engine) client;
    private int overflows;

    @AfterEach
    void close() {
        client.close();
    }

    /** What is tried at a depth; overflows of the stack are counted. */
    private interface Attempt {
        void at(int framesFromTheEnd) throws Exception;
    }

    /** Calls itself until the stack is full, then tries at each frame on the way back. */
    @SuppressWarnings("InfiniteRecursion") // It is what fills the stack.
    private int dive(Attempt attempt) {
        int fromTheEnd;
        try {
            fromTheEnd = dive(attempt) + 1;
        } catch (StackOverflowError e) {
            fromTheEnd = 0;
        }
        if (fromTheEnd < NAMES) {
            try {
                attempt.at(fromTheEnd);
            } catch (StackOverflowError e) {
                overflows++;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return fromTheEnd;
    }

    private void diveOnAThreadOfItsOwn(Attempt attempt) throws InterruptedException {
        List<Throwable> failures = new ArrayList<>();
        Thread diver = new Thread(null, () -> dive(attempt), "diver", STACK_BYTES);
        diver.setUncaughtExceptionHandler((thread, failure) -> failures.add(failure));
        diver.start();
        diver.join();
        assertThat(failures).isEmpty();
        assertThat(overflows).as("attempts that found the stack full").isPositive();
    }

    private static void lockAndUnlock(LockView view) {
        view.lock();
        try {
            assertThat(view.holdCount()).isPositive();
        } finally {
            view.unlock();
        }
    }

    private void requireNothingKept() throws InterruptedException {
        List<String> dead = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            if (client.lock("n" + i).tryAcquire().isEmpty()) {
                dead.add("n" + i);
            }
        }
        assertThat(dead).as("names that can no longer be acquired").isEmpty();
        engine.holds.all().forEach(Hold::release);
        await().untilAsserted(() -> assertThat(engine.kept()).isEmpty());
        LockHandle held = client.lock("held").acquire(ONCE);
        assertThatThrownBy(() -> client.lock("held").acquire(AcquireOptions.waitAtMost(Duration.ofMillis(50))))
                .isInstanceOf(LockTimeoutException.class);
        held.release();
    }

    @Test
    void a_lock_that_is_acquired_near_the_end_of_the_stack_can_be_acquired_again() throws Exception {
        client.lock("warm").acquire(ONCE).release();
        for (int round = 0; round < 3; round++) {
            diveOnAThreadOfItsOwn(
                    frames -> client.lock("n" + frames).acquire(ONCE).release());
        }
        requireNothingKept();
    }

    @Test
    void an_asynchronous_acquisition_near_the_end_of_the_stack_leaves_nothing() throws Exception {
        client.lock("warm").acquireAsync(ONCE).join().release();
        diveOnAThreadOfItsOwn(
                frames -> client.lock("n" + frames).acquireAsync(ONCE).thenAccept(LockHandle::release));
        await().until(() -> engine.isIdle());
        requireNothingKept();
    }

    @Test
    void a_view_that_is_locked_near_the_end_of_the_stack_can_be_locked_again() throws Exception {
        lockAndUnlock(client.lock("warm").asLock(ONCE));
        diveOnAThreadOfItsOwn(frames -> lockAndUnlock(client.lock("n" + frames).asLock(ONCE)));
        requireNothingKept();
    }

    @Test
    void a_release_near_the_end_of_the_stack_can_be_asked_for_again() throws Exception {
        List<LockHandle> held = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            held.add(client.lock("n" + i).acquire(ONCE.withLease(LEASE)));
        }
        diveOnAThreadOfItsOwn(frames -> held.get(frames).release());
        held.forEach(LockHandle::release);
        await().until(() -> engine.isIdle());
        requireNothingKept();
    }

    @Test
    void an_asynchronous_release_near_the_end_of_the_stack_can_be_asked_for_again() throws Exception {
        List<LockHandle> held = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            held.add(client.lock("n" + i).acquire(ONCE.withLease(LEASE)));
        }
        client.lock("warm").acquire(ONCE).releaseAsync().join();
        List<CompletableFuture<ReleaseResult>> asked = new CopyOnWriteArrayList<>();
        diveOnAThreadOfItsOwn(frames -> asked.add(held.get(frames).releaseAsync()));
        for (LockHandle handle : held) {
            asked.add(handle.releaseAsync());
        }
        for (CompletableFuture<ReleaseResult> each : asked) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo(ReleaseResult.RELEASED);
        }
        await().until(() -> engine.isIdle());
        requireNothingKept();
    }

    @Test
    void a_stage_that_ends_where_the_stack_has_no_room_releases_the_lock_all_the_same() throws Exception {
        client.lock("warm")
                .withLockAsync(ONCE, handle -> CompletableFuture.completedFuture("done"))
                .join();
        List<CompletableFuture<String>> stages = new ArrayList<>();
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            CompletableFuture<String> stage = new CompletableFuture<>();
            stages.add(stage);
            CompletableFuture<Void> begun = new CompletableFuture<>();
            results.add(client.lock("n" + i).withLockAsync(ONCE, handle -> {
                begun.complete(null);
                return stage;
            }));
            begun.get(30, TimeUnit.SECONDS);
        }
        diveOnAThreadOfItsOwn(frames -> stages.get(frames).complete("done"));
        stages.forEach(stage -> stage.complete("done"));
        for (CompletableFuture<String> each : results) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isEqualTo("done");
        }
        await().until(() -> engine.isIdle());
        requireNothingKept();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.AttemptId;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A store that reports losses at the very moment of a grant. */
class LossAtTheGrantTest {

    private static final int ROUNDS = 5_000;

    private final EngineBench bench = new EngineBench();
    private final AtomicReference<AttemptId> granted = new AtomicReference<>(AttemptId.random());
    private final AtomicBoolean over = new AtomicBoolean();

    @Test
    void a_loss_reported_while_the_grant_is_on_its_way_is_not_forgotten() throws InterruptedException {
        try (bench) {
            bench.backend.thenAcquire(attempt -> {
                AcquireOutcome outcome = bench.backend.grant(attempt);
                bench.backend.context.reportLost(attempt.id(), "session ended");
                return outcome;
            });
            assertThat(bench.acquire("a").state()).isEqualTo(HandleState.LOST);
            assertThat(bench.kinds("a")).containsExactly("Acquired", "Lost");
        }
    }

    @Test
    void a_hold_that_is_lost_while_it_begins_leaves_its_name_free() throws InterruptedException {
        try (bench) {
            bench.backend.acquire = attempt -> {
                if (attempt.name().value().equals("AaAa")) {
                    granted.set(attempt.id());
                }
                return bench.backend.grant(attempt);
            };
            CompletableFuture<Void> reports = CompletableFuture.runAsync(this::report);
            // Names of one hash: their book-keeping gets in each other's way, which stretches the moment.
            CompletableFuture<Void> noise = CompletableFuture.allOf(noise("AaBB"), noise("BBAa"), noise("BBBB"));
            for (int i = 0; i < ROUNDS; i++) {
                bench.acquire("AaAa").release();
                // Another thread may still be reporting a loss when the release returns.
                if (bench.engine.holds.queues.aheadOfTry(new LockName("AaAa")) != null) {
                    await().pollInterval(Duration.ofMillis(1))
                            .until(() -> bench.engine.holds.queues.aheadOfTry(new LockName("AaAa")) == null);
                }
            }
            over.set(true);
            reports.join();
            noise.join();
        } finally {
            over.set(true);
        }
    }

    private void report() {
        while (!over.get()) {
            bench.backend.context.reportLost(granted.get(), "session ended");
        }
    }

    private CompletableFuture<Void> noise(String name) {
        return CompletableFuture.runAsync(
                () -> {
                    while (!over.get()) {
                        bench.client.lock(name).tryAcquire().orElseThrow().release();
                    }
                },
                task -> new Thread(task, "noise").start());
    }

    @Test
    void a_doubt_reported_while_the_grant_is_on_its_way_is_not_forgotten() throws InterruptedException {
        try (bench) {
            bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
            bench.backend.thenAcquire(attempt -> {
                AcquireOutcome outcome = bench.backend.grant(attempt);
                bench.backend.context.reportUncertain(attempt.id(), "connection suspended");
                return outcome;
            });
            assertThat(bench.acquire("a").state()).isEqualTo(HandleState.UNCERTAIN);
        }
    }

    /** If it were kept for the hold as well, a store that reports all the time would keep the delivering thread. */
    @Test
    void a_report_that_comes_while_others_are_delivered_reaches_the_hold_once() throws InterruptedException {
        try (bench) {
            AtomicInteger deliveries = new AtomicInteger();
            bench.backend.thenAcquire(attempt -> {
                AcquireOutcome outcome = bench.backend.grant(attempt);
                bench.engine.holds.report(
                        attempt.id(),
                        hold -> bench.engine.holds.report(attempt.id(), again -> deliveries.incrementAndGet()));
                bench.engine.holds.report(attempt.id(), hold -> {});
                return outcome;
            });
            assertThat(bench.acquire("a").state()).isEqualTo(HandleState.HELD);
            assertThat(deliveries).hasValue(1);
        }
    }

    @Test
    void what_was_reported_before_the_granting_request_was_sent_says_nothing_of_its_grant() {
        try (bench) {
            bench.backend.thenAcquire(attempt -> {
                bench.backend.context.reportLost(attempt.id(), "session ended");
                return ScriptedBackend.noAnswer();
            });
            CompletableFuture<LockHandle> waiting = bench.client.lock("a").acquireAsync(EngineBench.WAITING);
            bench.advanceUntil(Duration.ofMillis(100), waiting::isDone);
            assertThat(waiting.join().state()).isEqualTo(HandleState.HELD);
            assertThat(bench.backend.idOf(1)).isEqualTo(bench.backend.idOf(0));
        }
    }

    @Test
    void a_report_about_another_attempt_says_nothing_of_a_grant_on_its_way() throws InterruptedException {
        try (bench) {
            bench.backend.thenAcquire(attempt -> {
                bench.backend.context.reportLost(AttemptId.random(), "session ended");
                return bench.backend.grant(attempt);
            });
            assertThat(bench.acquire("a").state()).isEqualTo(HandleState.HELD);
        }
    }
}

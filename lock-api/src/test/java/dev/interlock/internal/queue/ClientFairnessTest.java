// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.queue;

import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.Waiting;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.memory.ManualClock;
import dev.interlock.spi.AcquireOutcome;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which client asks first after a release that others wait for. */
class ClientFairnessTest {

    private static final LockName NAME = new LockName("a");

    private final ManualClock clock = new ManualClock();
    private final ClientFairness fairness = new ClientFairness(clock);

    private static Capabilities store(Waiting waiting, Capability... declared) {
        return Capabilities.of("scripted", waiting, AcquireOptions.MIN_LEASE, AcquireOptions.MAX_LEASE)
                .withDeclared(Set.of(declared));
    }

    private long restMillis(Capabilities store) {
        return TimeUnit.NANOSECONDS.toMillis(fairness.restNanos(NAME, store));
    }

    private void releaseWhatOthersWant() {
        fairness.taken(NAME, false);
        fairness.released(NAME);
    }

    @Test
    void a_client_that_releases_what_others_want_lets_them_ask_first_once() {
        releaseWhatOthersWant();
        assertThat(restMillis(store(Waiting.SIGNAL))).isEqualTo(3);
        assertThat(restMillis(store(Waiting.SIGNAL))).isZero();
        releaseWhatOthersWant();
        assertThat(restMillis(store(Waiting.POLL))).isEqualTo(25);
    }

    @Test
    void no_client_gives_way_where_the_store_keeps_the_order() {
        releaseWhatOthersWant();
        assertThat(restMillis(store(Waiting.SIGNAL, Capability.FIFO_BETWEEN_CLIENTS)))
                .isZero();
        assertThat(restMillis(store(Waiting.BLOCKING))).isZero();
    }

    @Test
    void no_client_gives_way_to_others_that_waited_after_its_own_grant() {
        fairness.taken(NAME, false);
        fairness.taken(NAME, true);
        fairness.released(NAME);
        assertThat(restMillis(store(Waiting.POLL))).isZero();
        releaseWhatOthersWant();
        assertThat(restMillis(store(Waiting.POLL))).isEqualTo(25);
    }

    @Test
    void no_client_gives_way_to_others_not_seen_for_five_seconds_or_long_after_the_release() {
        fairness.released(NAME);
        assertThat(restMillis(store(Waiting.SIGNAL))).isZero();
        fairness.taken(NAME, false);
        clock.advance(Duration.ofSeconds(5));
        fairness.released(NAME);
        assertThat(restMillis(store(Waiting.SIGNAL))).isZero();
        releaseWhatOthersWant();
        clock.advance(Duration.ofMillis(200));
        assertThat(restMillis(store(Waiting.SIGNAL))).isZero();
    }

    /** What is forgotten costs one rest; what is kept for each name of a long life would cost memory. */
    @Test
    void no_more_than_a_thousand_names_are_remembered() {
        fairness.taken(NAME, false);
        for (int i = 1; i < 1_000; i++) {
            fairness.taken(new LockName("other-" + i), false);
        }
        fairness.released(NAME);
        assertThat(restMillis(store(Waiting.SIGNAL))).as("a thousand names").isEqualTo(3);
        fairness.taken(new LockName("one more"), false);
        fairness.released(NAME);
        assertThat(restMillis(store(Waiting.SIGNAL))).as("one name more").isZero();
    }

    @Test
    void the_next_waiter_rests_after_the_release_and_not_beyond_its_limit() throws Exception {
        try (EngineBench bench = new EngineBench(ClientOptions.STANDARD.withHandOff(HandOff.NONE))) {
            bench.backend.thenAcquire(attempt -> new AcquireOutcome.Contended(Duration.ofMillis(1)));
            CompletableFuture<LockHandle> first = bench.client.lock("a").acquireAsync(WAITING);
            bench.advanceUntil(Duration.ofMillis(20), first::isDone);
            CompletableFuture<LockHandle> next = bench.client.lock("a").acquireAsync(WAITING);
            int asked = bench.backend.acquired.size();
            first.join().release();
            assertThat(bench.backend.acquired).hasSize(asked);
            // Once it rests: a caller that asks for the first time 24 ms after the release need not rest.
            long rested = bench.clock.nanoTime() + Duration.ofMillis(24).toNanos();
            bench.advanceUntil(Duration.ofMillis(24), () -> bench.clock.nanoTime() >= rested);
            assertThat(next).isNotDone();
            bench.advanceUntil(Duration.ofMillis(1), next::isDone);
            assertThat(bench.backend.acquired).hasSize(asked + 1);
            CompletableFuture<LockHandle> brief =
                    bench.client.lock("a").acquireAsync(WAITING.withMaxWait(Duration.ofMillis(2)));
            next.join().release();
            bench.advanceUntil(Duration.ofMillis(2), brief::isDone);
            assertThat(brief.join().fencingToken()).isPositive();
        }
    }

    @Test
    void the_next_waiter_asks_at_once_where_clients_are_served_in_turn() throws Exception {
        try (EngineBench bench = new EngineBench(ClientOptions.STANDARD.withHandOff(HandOff.NONE))) {
            bench.backend.inTurn = true;
            bench.backend.thenAcquire(attempt -> new AcquireOutcome.Contended(Duration.ofMillis(1)));
            CompletableFuture<LockHandle> first = bench.client.lock("a").acquireAsync(WAITING);
            bench.advanceUntil(Duration.ofMillis(20), first::isDone);
            CompletableFuture<LockHandle> next = bench.client.lock("a").acquireAsync(WAITING);
            first.join().release();
            await().until(next::isDone);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.multi;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.LockClientClosedException;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockUnavailableException;
import dev.interlock.MultiLockHandle;
import dev.interlock.Renewal;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ScriptedBulk;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an acquisition of several locks requests, what it reports, and how it ends. */
class MultiAcquisitionTest {

    private static final List<String> ABC = List.of("a", "b", "c");

    private final ScriptedBulk bulk = new ScriptedBulk(new ScriptedBackend());
    private final EngineBench bench = new EngineBench(ClientOptions.STANDARD, bulk.backend);

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void one_lock_is_asked_for_and_freed_by_steps_for_one() throws InterruptedException {
        bench.client.lockAll(List.of("a")).acquire(ONCE).close();
        assertThat(bulk.asked).isEmpty();
        assertThat(names(bench.backend.acquired)).containsExactly("a");
        assertThat(bulk.freed).isEmpty();
        assertThat(names(bench.backend.released)).containsExactly("a");
    }

    @Test
    void the_lock_that_the_one_request_found_taken_is_reported() throws InterruptedException {
        bulk.answer = attempts -> new AcquireAllOutcome.Contended(new LockName("b"), Duration.ofSeconds(1));
        assertThat(bench.client.lockAll(ABC).tryAcquire(ONCE)).isEmpty();
        assertThat(bench.kinds("b")).containsExactly("Contended", "Taken");
    }

    @Test
    void a_refusal_is_reported_at_once_and_an_unknown_outcome_only_by_its_compensation() {
        bulk.answer = attempts -> refused();
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONCE))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessage("the store is busy");
        assertThat(bench.kinds("a")).containsExactly("Unavailable");

        bulk.answer = attempts -> new AcquireAllOutcome.Unknown(new IllegalStateException("reply lost"));
        assertThatThrownBy(() -> bench.client.lockAll(ABC).tryAcquire(ONCE))
                .isInstanceOf(LockOutcomeUnknownException.class);
        assertThat(bench.kinds("a")).doesNotContain("OutcomeUnknown");
    }

    @Test
    void within_the_limit_a_refusal_of_the_one_request_is_asked_again() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        bulk.answer = attempts -> asked.getAndIncrement() == 0 ? refused() : bulk.grantAll(attempts);
        try (MultiLockHandle handle = bench.client.lockAll(ABC).acquire(WAITING)) {
            assertThat(handle.fencingTokens()).containsOnlyKeys("a", "b", "c");
        }
        assertThat(names(bench.backend.acquired)).containsExactly("a");
        assertThat(names(bulk.asked)).containsExactly("b", "c");
    }

    @Test
    void a_grant_to_a_caller_that_has_cancelled_is_compensated_without_an_event() {
        CompletableFuture<CompletableFuture<MultiLockHandle>> waiting = new CompletableFuture<>();
        bulk.answer = attempts -> {
            waiting.join().cancel(false);
            return bulk.grantAll(attempts);
        };
        waiting.complete(bench.client.lockAll(ABC).acquireAsync(WAITING));
        await().until(() -> bench.backend.released.size() == 3);
        await().until(bench.engine::isIdle);
        assertThat(names(bench.backend.released)).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(bench.kinds("a")).containsExactly("Cancelled");
    }

    @Test
    void each_lock_that_the_one_request_brings_is_reported_with_the_time_it_took() throws InterruptedException {
        bulk.answer = attempts -> {
            AcquireAllOutcome granted = bulk.grantAll(attempts);
            bench.clock.advance(Duration.ofMillis(40));
            return granted;
        };
        try (MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONCE)) {
            for (String name : handle.fencingTokens().keySet()) {
                assertThat(bench.eventsOf(name))
                        .containsExactly(new LockEvent.Acquired(name, 1, Duration.ofMillis(40)));
            }
        }
    }

    @Test
    void a_defect_of_the_backend_reaches_the_caller_and_leaves_nothing_behind() {
        bulk.can = names -> {
            throw new IllegalArgumentException("not these");
        };
        assertThatThrownBy(() -> bench.client.lockAll(ABC).acquire(ONCE))
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage("not these");
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void a_defect_of_the_backend_while_the_client_closes_is_the_close() {
        CompletableFuture<CompletableFuture<Void>> closing = new CompletableFuture<>();
        bulk.can = names -> {
            closing.complete(CompletableFuture.runAsync(bench.client::close));
            await().until(bench.engine.acquisitions::isClosed);
            throw new IllegalArgumentException("not these");
        };
        CompletableFuture<MultiLockHandle> waiting = bench.client.lockAll(ABC).acquireAsync(ONCE);
        await().until(waiting::isDone);
        assertThatThrownBy(waiting::join)
                .hasCauseInstanceOf(LockClientClosedException.class)
                .hasMessageContaining("was closed");
        closing.join().join();
    }

    @Test
    void while_it_holds_locks_it_waits_for_a_later_one_as_long_as_its_patience_lasts() {
        bulk.can = names -> false;
        AtomicBoolean free = new AtomicBoolean();
        bench.backend.acquire = attempt -> attempt.name().value().equals("c") && !free.get()
                ? ScriptedBackend.contended()
                : bench.backend.grant(attempt);
        long begun = bench.clock.nanoTime();
        CompletableFuture<MultiLockHandle> waiting =
                bench.client.lockAll(ABC).acquireAsync(WAITING.withRenewal(Renewal.NONE));
        // One try, and the first look of a wait.
        await().until(() -> names(bench.backend.acquired).equals(List.of("a", "b", "c", "c")));
        bench.advanceUntil(Duration.ofMillis(10), () -> names(bulk.freed).equals(List.of("a", "b")));
        assertThat(bench.clock.nanoTime() - begun)
                .isBetween(
                        Duration.ofMillis(100).toNanos(), Duration.ofMillis(200).toNanos());
        free.set(true);
        bench.advanceUntil(Duration.ofMillis(10), waiting::isDone);
        assertThat(names(bench.backend.acquired)).endsWith("c", "a", "b");
        waiting.join().close();
    }

    /** The waiter is the first for its name: a set that took the rest, or asked for that name, would be served before it. */
    @Test
    void a_set_does_not_overtake_a_waiter_of_its_client_and_takes_nothing_else() throws InterruptedException {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        CompletableFuture<LockHandle> waiting = bench.client.lock("b").acquireAsync(WAITING);
        await().until(() -> bench.kinds("b").contains("Contended"));
        assertThat(bench.client.lockAll(ABC).tryAcquire(ONCE)).isEmpty();
        assertThat(bulk.asked).isEmpty();
        assertThat(names(bench.backend.acquired)).containsExactly("b");
        waiting.cancel(false);
    }

    @Test
    void each_lock_has_the_options_of_its_name() throws InterruptedException {
        ScriptedBulk other = new ScriptedBulk(new ScriptedBackend());
        ClientOptions options = ClientOptions.STANDARD
                .withDefaultsFor("b", AcquireOptions.inherited().withLease(Duration.ofSeconds(5)))
                .withDefaultsFor("c", AcquireOptions.inherited().withLease(Duration.ofSeconds(6)));
        try (EngineBench named = new EngineBench(options, other.backend)) {
            named.client
                    .lockAll(ABC)
                    .acquire(AcquireOptions.waitAtMost(Duration.ZERO))
                    .close();
            assertThat(other.asked)
                    .extracting(attempt -> attempt.lease().toSeconds())
                    .containsExactly(30L, 5L, 6L);
        }
    }

    @Test
    void the_one_request_asks_for_lease_and_lock_delay_and_the_holder_relies_on_the_lease()
            throws InterruptedException {
        bench.backend.declared = Set.of(Capability.KEEPS_LOCK_DELAY);
        Duration delay = Duration.ofSeconds(45);
        try (MultiLockHandle handle = bench.client.lockAll(ABC).acquire(ONCE.withLockDelay(delay))) {
            assertThat(bulk.asked)
                    .hasSize(3)
                    .allMatch(attempt -> attempt.lease().equals(LEASE.plus(delay)));
            assertThat(handle.remaining()).isLessThan(LEASE);
        }
    }

    private static AcquireAllOutcome refused() {
        return new AcquireAllOutcome.Refused(new LockUnavailableException("the store is busy", null), true);
    }

    private static List<String> names(List<Attempt> attempts) {
        return attempts.stream().map(Attempt::name).map(LockName::value).toList();
    }
}

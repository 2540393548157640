// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.Renewal;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The reference backend and its hooks for users' tests. */
class MemoryStoreTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final AcquireOptions UNRENEWED =
            AcquireOptions.waitAtMost(Duration.ZERO).withLease(LEASE).withRenewal(Renewal.NONE);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = LockClient.using(
            store.backend(), ClientOptions.STANDARD.withClock(clock).withHolderHint("node-1"));

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void names_whose_lease_ended_leave_nothing_behind_although_they_are_not_requested_again()
            throws InterruptedException {
        for (int i = 0; i < 10_000; i++) {
            assertThat(client.lock("name-" + i).tryAcquire(UNRENEWED)).isPresent();
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(store.size()).isLessThan(200);
    }

    @Test
    void asking_about_a_lock_that_expired_forgets_it() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(UNRENEWED);
        clock.advance(LEASE);
        assertThat(client.inspect("a")).isEmpty();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(store.size()).isZero();
    }

    @Test
    void the_next_grant_has_a_token_above_all_that_were_reserved_before() {
        MemoryLockBackend backend = new MemoryLockBackend(store);
        Attempt several = Attempt.of(new LockName("a"), AttemptId.random(), LEASE, 3, null);
        Attempt next = Attempt.of(new LockName("b"), AttemptId.random(), LEASE, 1, null);
        long first = store.grant(several, backend, null, 0).token();
        assertThat(store.grant(next, backend, null, 0).token()).isEqualTo(first + 3);
    }

    @Test
    void a_request_that_comes_late_does_not_shorten_the_lease_that_another_made_longer() {
        Attempt attempt = Attempt.of(new LockName("a"), AttemptId.random(), LEASE, 1, null);
        MemoryLockBackend backend = new MemoryLockBackend(store);
        Grant grant = store.grant(attempt, backend, null, 0);
        assertThat(store.renew(attempt, LEASE.multipliedBy(3), 0)).isTrue();
        store.grant(attempt, backend, null, 1);
        assertThat(store.renew(attempt, LEASE, 1)).isTrue();
        long stillHeld = LEASE.multipliedBy(3).toNanos() - 1;
        assertThat(store.inspect(attempt.name(), stillHeld))
                .map(Holder::fencingToken)
                .contains(grant.token());
        assertThat(store.inspect(attempt.name(), stillHeld + 1)).isEmpty();
    }

    @Test
    void a_holder_is_shown_with_its_token_time_and_hint() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(UNRENEWED);
        clock.advance(Duration.ofSeconds(10));
        assertThat(client.inspect("a"))
                .contains(
                        new Holder(handle.fencingToken(), Optional.of(Duration.ofSeconds(20)), Optional.of("node-1")));
        handle.release();
        assertThat(client.inspect("a")).isEmpty();
    }

    @Test
    void a_lock_taken_by_the_test_is_lost_at_once() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(UNRENEWED);
        CompletableFuture<LossCause> reported = new CompletableFuture<>();
        handle.onLost(loss -> reported.complete(loss.cause()), Runnable::run);
        assertThat(store.lose("a")).isTrue();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(reported.join()).isEqualTo(LossCause.SESSION_ENDED);
        assertThat(store.lose("a")).isFalse();
        assertThat(store.expire("a")).isFalse();
        assertThatThrownBy(() -> store.expire("")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_cleared_store_wakes_its_waiters_and_goes_on_with_its_tokens() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(UNRENEWED);
        try (LockClient other = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock))) {
            CompletableFuture<LockHandle> waiting =
                    other.lock("a").acquireAsync(AcquireOptions.waitAtMost(Duration.ofMinutes(5)));
            await().until(() -> store.waiters("a") == 1);
            store.clear();
            assertThat(waiting.join().fencingToken()).isGreaterThan(handle.fencingToken());
        }
    }

    /** A waiter rests as long as the lease of the holder that it found; the next holder may have a shorter one. */
    @Test
    void a_lease_that_ends_without_a_release_keeps_no_caller_waiting_for_the_lease_before_it() throws Exception {
        AcquireOptions patiently = UNRENEWED.withMaxWait(LEASE.multipliedBy(2));
        try (LockClient second = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
                LockClient third = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock))) {
            LockHandle first = client.lock("a").acquire(UNRENEWED);
            CompletableFuture<LockHandle> next =
                    second.lock("a").acquireAsync(patiently.withLease(Duration.ofSeconds(1)));
            await().until(() -> store.waiters("a") == 1);
            CompletableFuture<LockHandle> last = third.lock("a").acquireAsync(patiently);
            await().until(() -> store.waiters("a") == 2);
            first.close();
            await().until(next::isDone);
            clock.advance(Duration.ofSeconds(1));
            await().until(last::isDone);
            assertThat(last.join().state()).isEqualTo(HandleState.HELD);
        }
    }

    @Test
    void waiters_of_different_clients_are_served_in_order_and_a_try_does_not_overtake() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(UNRENEWED);
        AcquireOptions waiting = AcquireOptions.waitAtMost(Duration.ofMinutes(5));
        try (LockClient second = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
                LockClient third = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock))) {
            CompletableFuture<LockHandle> first = second.lock("a").acquireAsync(waiting);
            await().until(() -> store.waiters("a") == 1);
            CompletableFuture<LockHandle> next = third.lock("a").acquireAsync(waiting);
            await().until(() -> store.waiters("a") == 2);
            handle.release();
            first.join().release();
            assertThat(next.join().fencingToken()).isGreaterThan(first.join().fencingToken());
            assertThat(client.lock("a").tryAcquire()).isEmpty();
        }
        assertThat(store.size()).isZero();
    }
}

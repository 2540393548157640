// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.AcquireOptions.waitAtMost;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.FreeResult;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockHandle;
import dev.interlock.LockTimeoutException;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The transitions of a hold, driven by a clock that only the test moves. */
class LifeOfAHoldTest {

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final AcquireOptions ONCE = waitAtMost(Duration.ZERO).withLease(LEASE);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockClient client = open();
    private final LockClient other = open();

    private LockClient open() {
        return LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock));
    }

    @AfterEach
    void close() {
        client.close();
        other.close();
    }

    @Test
    void a_held_lock_is_granted_to_another_only_after_its_release() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE);
        assertThat(other.lock("a").tryAcquire()).isEmpty();
        assertThatThrownBy(() -> other.lock("a").acquire(ONCE))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("'a' not acquired")
                .hasMessageContaining("memory");
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        LockHandle next = other.lock("a").tryAcquire().orElseThrow();
        assertThat(next.fencingToken()).isGreaterThan(handle.fencingToken());
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(next.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void the_deadline_passes_without_any_reply_and_earlier_than_the_lease() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        assertThat(handle.remaining()).isLessThan(LEASE);
        clock.advance(handle.remaining());
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(handle.remaining()).isZero();
        assertThat(other.lock("a").tryAcquire()).isEmpty();
        clock.advance(LEASE);
        assertThat(other.lock("a").tryAcquire()).isPresent();
        assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
    }

    @Test
    void automatic_renewal_keeps_the_lock_for_many_leases() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE);
        for (int third = 0; third < 30; third++) {
            clock.advance(LEASE.dividedBy(3));
            await().until(() -> handle.remaining().compareTo(LEASE.dividedBy(2)) > 0);
        }
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_lock_that_was_taken_is_lost_at_the_next_renewal_and_reported_once() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE);
        CompletableFuture<LossCause> reported = new CompletableFuture<>();
        handle.onLost(loss -> reported.complete(loss.cause()), Runnable::run);
        clock.advance(Duration.ofMillis(100));
        store.expire("a");
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
        clock.advance(LEASE.dividedBy(3));
        await().until(() -> handle.state() == HandleState.LOST);
        assertThat(reported.join()).isEqualTo(LossCause.NOT_OWNER);
    }

    @Test
    void a_lock_that_was_deleted_is_lost_at_once_and_before_that_in_a_tenth_of_a_second() throws InterruptedException {
        LockHandle shortly = client.lock("a").acquire(ONCE);
        LockHandle longer = client.lock("b").acquire(ONCE.withRenewal(Renewal.NONE));
        clock.advance(Duration.ofMillis(99));
        store.clear();
        assertThat(List.of(shortly.state(), longer.state())).containsOnly(HandleState.HELD);
        clock.advance(Duration.ofMillis(1));
        assertThat(List.of(shortly.state(), longer.state())).containsOnly(HandleState.LOST);
        LockHandle next = client.lock("a").acquire(ONCE);
        clock.advance(Duration.ofMillis(100));
        assertThat(next.state()).isEqualTo(HandleState.HELD);
        store.clear();
        assertThat(next.state()).isEqualTo(HandleState.LOST);
    }

    @Test
    void a_lock_that_an_operator_freed_is_lost_at_once() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE);
        clock.advance(Duration.ofMillis(100));
        assertThat(other.operator().free("a", handle.fencingToken())).isEqualTo(new FreeResult.Freed());
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
    }

    @Test
    void the_cap_on_the_hold_ends_it_although_renewals_work() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE.withMaxHold(Duration.ofSeconds(45)));
        clock.advance(Duration.ofSeconds(10));
        await().until(() -> handle.remaining().compareTo(Duration.ofSeconds(25)) > 0);
        clock.advance(Duration.ofSeconds(10));
        await().until(() -> handle.remaining().compareTo(Duration.ofSeconds(24)) > 0);
        assertThat(handle.remaining()).isEqualTo(Duration.ofSeconds(25));
        clock.advance(Duration.ofSeconds(25));
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        await().until(() -> client.inspect("a").isEmpty());
    }

    @Test
    void a_machine_that_slept_makes_the_hold_uncertain_until_a_renewal_proves_it() throws InterruptedException {
        LockHandle handle = client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        clock.sleep(Duration.ofSeconds(5));
        assertThat(handle.state()).isEqualTo(HandleState.UNCERTAIN);
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_waiter_is_woken_by_a_release_in_another_client_and_in_its_own() throws Exception {
        LockHandle handle = client.lock("a").acquire(ONCE);
        CompletableFuture<LockHandle> local = client.lock("a").acquireAsync(waitAtMost(Duration.ofMinutes(1)));
        CompletableFuture<LockHandle> remote = other.lock("a").acquireAsync(waitAtMost(Duration.ofMinutes(1)));
        AtomicReference<LockHandle> first = new AtomicReference<>();
        await().until(() -> !local.isDone() && !remote.isDone());
        handle.release();
        CompletableFuture.anyOf(local, remote)
                .thenAccept(done -> first.set((LockHandle) done))
                .join();
        first.get().release();
        CompletableFuture.allOf(local, remote).join();
        assertThat(local.join().fencingToken()).isNotEqualTo(remote.join().fencingToken());
    }

    @Test
    void a_wait_ends_at_its_limit() {
        assertThat(client.lock("a").tryAcquire()).isPresent();
        CompletableFuture<LockHandle> waiting = other.lock("a").acquireAsync(waitAtMost(Duration.ofSeconds(5)));
        clock.advance(Duration.ofMillis(4_900));
        assertThat(waiting).isNotDone();
        clock.advance(Duration.ofMillis(200));
        // Its thread may start only now, and then sets a timer that is due already.
        await().until(() -> {
            clock.advance(Duration.ZERO);
            return waiting.isDone();
        });
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(LockTimeoutException.class);
    }
}

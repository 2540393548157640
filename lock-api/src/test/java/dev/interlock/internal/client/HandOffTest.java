// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.LockClock;
import dev.interlock.LockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handles of one client that follow each other in one grant of the store. */
class HandOffTest {

    private EngineBench bench = bench(new HandOff(16, Duration.ofMinutes(1)));

    @AfterEach
    void close() {
        bench.close();
    }

    private static EngineBench bench(HandOff handOff) {
        ScriptedBackend backend = new ScriptedBackend();
        backend.maxTokens = 64;
        return new EngineBench(ClientOptions.STANDARD.withHandOff(handOff), backend);
    }

    private void use(HandOff handOff) {
        bench.close();
        bench = bench(handOff);
    }

    private CompletableFuture<LockHandle> waiter() {
        return waiter(WAITING);
    }

    private CompletableFuture<LockHandle> waiter(AcquireOptions options) {
        return bench.client.lock("a").acquireAsync(options);
    }

    /** Waiters in this order, which came while this client held the lock; the holder has released it since. */
    private List<CompletableFuture<LockHandle>> behindAHolder(AcquireOptions... options) throws InterruptedException {
        LockHandle holder = bench.acquire("a");
        List<CompletableFuture<LockHandle>> waiters =
                Stream.of(options).map(this::waiter).toList();
        holder.release();
        return waiters;
    }

    @Test
    void waiters_follow_each_other_with_tokens_of_one_grant() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING, WAITING);
        for (int i = 0; i < 3; i++) {
            LockHandle handle = waiters.get(i).get(10, TimeUnit.SECONDS);
            assertThat(handle.fencingToken()).isEqualTo(2 + i);
            assertThat(waiters.subList(i + 1, 3)).noneMatch(CompletableFuture::isDone);
            assertThat(bench.backend.released).hasSize(1);
            assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
            assertThat(handle.state()).isEqualTo(HandleState.RELEASED);
        }
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(bench.backend.acquired.get(1).tokens())
                .as("tokens for holders that wait again")
                .isEqualTo(17);
        assertThat(bench.backend.released).hasSize(2);
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
        assertThat(bench.kinds("a").stream().filter(kind -> kind.equals("Acquired") || kind.equals("Released")))
                .containsExactly(
                        "Acquired", "Released", "Acquired", "Released", "Acquired", "Released", "Acquired", "Released");
    }

    @Test
    void a_holder_that_waits_again_gets_another_token_of_the_same_grant() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        CompletableFuture<LockHandle> back = waiter();
        first.release();
        LockHandle second = waiters.get(1).get(10, TimeUnit.SECONDS);
        second.release();
        assertThat(back.get(10, TimeUnit.SECONDS).fencingToken()).isEqualTo(second.fencingToken() + 1);
        assertThat(bench.backend.acquired).hasSize(2);
    }

    @Test
    void a_caller_without_contention_reserves_one_token_and_releases_at_the_store() throws Exception {
        bench.acquire("a").release();
        bench.client.lock("a").acquire(WAITING).release();
        assertThat(bench.backend.acquired).allMatch(attempt -> attempt.tokens() == 1);
        assertThat(bench.backend.released).hasSize(2);
    }

    @Test
    void after_the_most_that_is_allowed_the_store_is_asked() throws Exception {
        use(new HandOff(1, Duration.ofMinutes(1)));
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING, WAITING, WAITING);
        for (CompletableFuture<LockHandle> each : waiters) {
            each.get(10, TimeUnit.SECONDS).release();
        }
        assertThat(bench.backend.acquired).hasSize(3);
        assertThat(bench.backend.released).hasSize(3);
    }

    @Test
    void after_the_time_that_is_allowed_the_store_is_asked() throws Exception {
        use(new HandOff(16, Duration.ofMillis(50)));
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        bench.clock.advance(Duration.ofMillis(49));
        first.release();
        LockHandle second = waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(2);
        bench.clock.advance(Duration.ofMillis(1));
        second.release();
        waiters.get(2).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    @Test
    void nothing_is_handed_off_where_hand_off_is_switched_off() throws Exception {
        use(HandOff.NONE);
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        waiters.get(0).get(10, TimeUnit.SECONDS).release();
        waiters.get(1).get(10, TimeUnit.SECONDS).release();
        assertThat(bench.backend.acquired).hasSize(3).allMatch(attempt -> attempt.tokens() == 1);
    }

    @Test
    void another_lease_or_one_without_renewal_is_requested_from_the_store() throws Exception {
        AcquireOptions shorter = WAITING.withLease(LEASE.dividedBy(2));
        AcquireOptions alone = WAITING.withRenewal(Renewal.NONE);
        for (AcquireOptions other : List.of(shorter, alone)) {
            LockHandle before = bench.acquire("a");
            CompletableFuture<LockHandle> first = waiter();
            CompletableFuture<LockHandle> different = waiter(other);
            CompletableFuture<LockHandle> last = waiter();
            int asked = bench.backend.acquired.size();
            before.release();
            first.get(10, TimeUnit.SECONDS).release();
            different.get(10, TimeUnit.SECONDS).release();
            // Not past the one before it, although it would have suited that one's predecessor.
            last.get(10, TimeUnit.SECONDS).release();
            assertThat(bench.backend.acquired).hasSize(asked + 3);
        }
    }

    @Test
    void a_renewal_that_is_due_or_made_longer_ends_the_turns() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        assertThat(first.renew(LEASE.multipliedBy(2))).isEqualTo(RenewResult.RENEWED);
        first.release();
        waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    /** Its sum of lease and delay is that of the holder, so the store would keep the lock as long. */
    @Test
    void another_lock_delay_is_requested_from_the_store() throws Exception {
        bench.backend.declared = Set.of(Capability.KEEPS_LOCK_DELAY);
        Duration delay = Duration.ofSeconds(10);
        List<CompletableFuture<LockHandle>> waiters =
                behindAHolder(WAITING, WAITING.withLease(LEASE.minus(delay)).withLockDelay(delay));
        waiters.get(0).get(10, TimeUnit.SECONDS).release();
        waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired)
                .hasSize(3)
                .allMatch(attempt -> attempt.lease().equals(LEASE));
    }

    @Test
    void a_hold_whose_renewal_got_no_answer_is_released_at_the_store() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        assertThat(first.renew(LEASE)).isEqualTo(RenewResult.UNKNOWN);
        first.release();
        waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    /** The thread of the timers may come late: the time alone says that a renewal is due. */
    @Test
    void a_hold_whose_renewal_is_due_and_has_not_begun_is_released_at_the_store() throws Exception {
        bench.close();
        AtomicLong aheadNanos = new AtomicLong();
        ScriptedBackend backend = new ScriptedBackend();
        backend.maxTokens = 64;
        bench = new EngineBench(
                ClientOptions.STANDARD.withHandOff(new HandOff(16, Duration.ofMinutes(1))),
                backend,
                clock -> new LateTimers(clock, aheadNanos));
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        aheadNanos.set(LEASE.dividedBy(3).toNanos());
        first.release();
        waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.renewed).isEmpty();
        assertThat(bench.backend.acquired).hasSize(3);
    }

    /** A clock that is ahead of its timers. */
    private record LateTimers(LockClock clock, AtomicLong aheadNanos) implements LockClock {

        @Override
        public long nanoTime() {
            return clock.nanoTime() + aheadNanos.get();
        }

        @Override
        public long wallMillis() {
            return clock.wallMillis() + TimeUnit.NANOSECONDS.toMillis(aheadNanos.get());
        }

        @Override
        public Timer schedule(long delayNanos, Runnable task) {
            return clock.schedule(delayNanos, task);
        }
    }

    @Test
    void more_hand_offs_than_the_standard_allows_are_made_where_they_are_set() throws Exception {
        use(new HandOff(HandOff.MAX_MOST, Duration.ofMinutes(1)));
        int most = HandOff.STANDARD.most() + 4;
        List<CompletableFuture<LockHandle>> waiters =
                behindAHolder(Collections.nCopies(most, WAITING).toArray(AcquireOptions[]::new));
        for (CompletableFuture<LockHandle> each : waiters) {
            each.get(10, TimeUnit.SECONDS).release();
        }
        assertThat(bench.backend.acquired.get(1).tokens()).isEqualTo(HandOff.MAX_MOST + 1);
        assertThat(bench.backend.acquired).hasSize(2);
    }

    @Test
    void a_hold_that_is_uncertain_is_released_at_the_store() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        bench.backend.context.reportUncertain(bench.backend.idOf(1), "the connection is gone");
        assertThat(first.state()).isEqualTo(HandleState.UNCERTAIN);
        first.release();
        waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    @Test
    void calls_on_a_former_handle_do_not_touch_the_next_handle() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle former = waiters.get(0).get(10, TimeUnit.SECONDS);
        former.release();
        LockHandle present = waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(former.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(former.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        assertThat(former.remaining()).isZero();
        assertThatThrownBy(() -> former.ensureHeld(Duration.ZERO)).hasMessageContaining("was released before");
        assertThat(present.state()).isEqualTo(HandleState.HELD);
        assertThat(bench.backend.released).hasSize(1);
        assertThat(bench.backend.renewed).isEmpty();
    }

    @Test
    void a_loss_ends_the_hold_of_the_handle_that_has_the_lock_and_of_no_other() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING, WAITING);
        LockHandle former = waiters.get(0).get(10, TimeUnit.SECONDS);
        former.release();
        LockHandle present = waiters.get(1).get(10, TimeUnit.SECONDS);
        bench.backend.context.reportLost(bench.backend.idOf(1), "gone");
        assertThat(present.state()).isEqualTo(HandleState.LOST);
        assertThat(former.state()).isEqualTo(HandleState.RELEASED);
        assertThat(bench.kinds("a")).containsOnlyOnce("Lost");
        assertThat(present.release()).isEqualTo(ReleaseResult.NOT_HELD);
        // The next asks the store for a grant of its own.
        assertThat(waiters.get(2).get(10, TimeUnit.SECONDS).fencingToken()).isGreaterThan(4);
    }

    @Test
    void the_lease_goes_on_and_does_not_begin_anew() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        bench.clock.advance(Duration.ofSeconds(5));
        Duration left = first.remaining();
        first.release();
        LockHandle second = waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(second.remaining()).isEqualTo(left).isLessThan(LEASE.minusSeconds(5));
        assertThat(bench.backend.acquired).hasSize(2);
    }

    @Test
    void the_renewal_is_due_for_the_next_hold_when_it_was_due_for_the_former_one() throws Exception {
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(WAITING, WAITING);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        bench.clock.advance(Duration.ofSeconds(8));
        first.release();
        LockHandle second = waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(2);
        bench.clock.advance(LEASE.dividedBy(3).minusSeconds(8));
        await().until(() -> bench.backend.renewed.size() == 1);
        assertThat(second.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void the_cap_on_a_hold_is_that_of_each_handle() throws Exception {
        AcquireOptions capped = WAITING.withMaxHold(Duration.ofSeconds(2));
        List<CompletableFuture<LockHandle>> waiters = behindAHolder(capped, capped);
        LockHandle first = waiters.get(0).get(10, TimeUnit.SECONDS);
        bench.clock.advance(Duration.ofMillis(1_900));
        first.release();
        LockHandle second = waiters.get(1).get(10, TimeUnit.SECONDS);
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(second.remaining()).isEqualTo(Duration.ofSeconds(2));
        bench.clock.advance(Duration.ofMillis(1_900));
        assertThat(second.state()).isEqualTo(HandleState.HELD);
        bench.clock.advance(Duration.ofMillis(100));
        assertThat(second.state()).isEqualTo(HandleState.LOST);
    }
}

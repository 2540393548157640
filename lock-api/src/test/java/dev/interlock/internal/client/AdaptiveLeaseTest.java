// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockClient;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.Renewal;
import dev.interlock.internal.lease.HoldTimes;
import dev.interlock.memory.ManualClock;
import dev.interlock.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases that follow how long holds take. */
class AdaptiveLeaseTest {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);
    private static final Duration SHORT_WORK = Duration.ofMillis(50);
    private static final AcquireOptions ADAPTIVE =
            AcquireOptions.waitAtMost(Duration.ZERO).withAdaptiveLease(SHORTEST, LONGEST);

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    private LockHandle hold(AcquireOptions options) throws InterruptedException {
        return bench.client.lock("a").acquire(options);
    }

    /** The lease that the last acquisition asked for. */
    private Duration asked() {
        return bench.backend.acquired.get(bench.backend.acquired.size() - 1).lease();
    }

    /** Enough holds of the same length; the leases meanwhile are too long to be renewed. */
    private void learn(AcquireOptions options, Duration work) throws InterruptedException {
        for (int i = 0; i < HoldTimes.ENOUGH; i++) {
            LockHandle handle = hold(options);
            bench.clock.advance(work);
            handle.release();
        }
    }

    @Test
    void until_enough_holds_were_measured_the_plain_lease_counts_within_the_bounds() throws InterruptedException {
        hold(ADAPTIVE).release();
        assertThat(asked()).isEqualTo(LONGEST);
        hold(ADAPTIVE.withLease(Duration.ofSeconds(7))).release();
        assertThat(asked()).isEqualTo(Duration.ofSeconds(7));
        hold(ADAPTIVE.withLease(Duration.ofMillis(500))).release();
        assertThat(asked()).isEqualTo(SHORTEST);
    }

    @Test
    void short_work_gets_a_short_lease_and_the_choice_is_reported_once_with_its_reason() throws InterruptedException {
        learn(ADAPTIVE, SHORT_WORK);
        hold(ADAPTIVE).release();
        assertThat(asked()).isEqualTo(SHORTEST);
        hold(ADAPTIVE).release();
        List<LockEvent> reported = bench.eventsOf("a").stream()
                .filter(LockEvent.LeaseAdapted.class::isInstance)
                .toList();
        assertThat(reported)
                .containsExactly(
                        new LockEvent.LeaseAdapted("a", SHORTEST, LONGEST, Duration.ofMillis(56), HoldTimes.ENOUGH));
    }

    @Test
    void most_work_ends_before_its_first_renewal() throws InterruptedException {
        Duration work = Duration.ofSeconds(2);
        learn(ADAPTIVE, work);
        LockHandle handle = hold(ADAPTIVE);
        assertThat(asked()).isBetween(work.multipliedBy(4), work.multipliedBy(5));
        bench.clock.advance(work);
        assertThat(handle.release()).isNotNull();
        assertThat(bench.backend.renewed).isEmpty();
    }

    @Test
    void an_explicit_lease_of_the_call_wins_and_without_renewal_nothing_adapts() throws InterruptedException {
        learn(ADAPTIVE, SHORT_WORK);
        try (EngineBench other = new EngineBench(ClientOptions.STANDARD.withDefaults(ADAPTIVE))) {
            for (int i = 0; i < HoldTimes.ENOUGH; i++) {
                LockHandle handle = other.client.lock("a").tryAcquire().orElseThrow();
                other.clock.advance(SHORT_WORK);
                handle.release();
            }
            other.client.lock("a").tryAcquire().orElseThrow().release();
            other.client.lock("a").acquire(EngineBench.ONCE).release();
            assertThat(other.backend.acquired.get(HoldTimes.ENOUGH).lease()).isEqualTo(SHORTEST);
            assertThat(other.backend.acquired.get(HoldTimes.ENOUGH + 1).lease()).isEqualTo(EngineBench.LEASE);
        }
        hold(ADAPTIVE.withLease(Duration.ofSeconds(20)).withRenewal(Renewal.NONE))
                .release();
        assertThat(asked()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void a_granted_lease_is_not_shortened() throws InterruptedException {
        LockHandle handle = hold(ADAPTIVE);
        for (int i = 0; i < HoldTimes.ENOUGH; i++) {
            bench.engine.holds.adaptiveLeases.ended(new LockName("a"), SHORT_WORK.toNanos());
        }
        bench.clock.advance(LONGEST.dividedBy(3));
        await().until(() -> bench.backend.renewed.size() == 1);
        assertThat(bench.backend.renewed).containsExactly(LONGEST);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_hold_that_was_lost_with_its_lease_makes_the_next_ones_long() throws InterruptedException {
        learn(ADAPTIVE, SHORT_WORK);
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        LockHandle handle = hold(ADAPTIVE);
        assertThat(asked()).isEqualTo(SHORTEST);
        bench.clock.advance(SHORTEST);
        await().until(() -> handle.state() == HandleState.LOST);
        await().until(bench.engine::isIdle);
        hold(ADAPTIVE).release();
        assertThat(asked()).isEqualTo(LONGEST);
    }

    @Test
    void the_lock_delay_comes_on_top_and_locks_that_are_acquired_together_adapt_each() throws InterruptedException {
        bench.backend.declared = Set.of(Capability.KEEPS_LOCK_DELAY);
        learn(ADAPTIVE, SHORT_WORK);
        hold(ADAPTIVE.withLockDelay(Duration.ofSeconds(9))).release();
        assertThat(asked()).isEqualTo(Duration.ofSeconds(10));
        bench.client.lockAll(List.of("a", "b")).acquire(ADAPTIVE).release();
        assertThat(asked()).isEqualTo(LONGEST);
        assertThat(bench.backend.acquired.get(bench.backend.acquired.size() - 2).lease())
                .isEqualTo(SHORTEST);
    }

    @Test
    void locks_that_are_released_together_are_measured_each_however_they_are_released() throws Exception {
        Map<List<String>, Function<MultiLockHandle, Object>> releases = Map.of(
                List.of("a", "b"),
                MultiLockHandle::release,
                List.of("c", "d"),
                handle -> handle.releaseAsync().join());
        for (var each : releases.entrySet()) {
            for (int i = 0; i < HoldTimes.ENOUGH; i++) {
                MultiLockHandle handle = bench.client.lockAll(each.getKey()).acquire(ADAPTIVE);
                bench.clock.advance(SHORT_WORK);
                assertThat(each.getValue().apply(handle)).isEqualTo(ReleaseResult.RELEASED);
            }
            int before = bench.backend.acquired.size();
            bench.client.lockAll(each.getKey()).acquire(ADAPTIVE).release();
            assertThat(bench.backend.acquired.subList(before, before + 2))
                    .as("%s", each.getKey())
                    .allMatch(attempt -> attempt.lease().equals(SHORTEST));
        }
    }

    /** With 50 ms of work and leases of 1 s to 30 s others get in 1 s after a crash, and 30 s without adapting. */
    @Test
    void others_get_in_soon_after_a_crash() throws InterruptedException {
        MemoryStore store = new MemoryStore();
        ManualClock crashing = new ManualClock();
        ManualClock clock = new ManualClock();
        LockClient first = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(crashing));
        try (LockClient second = LockClient.using(store.backend(), ClientOptions.STANDARD.withClock(clock))) {
            for (int i = 0; i < HoldTimes.ENOUGH; i++) {
                LockHandle handle = first.lock("a").acquire(ADAPTIVE);
                crashing.advance(SHORT_WORK);
                clock.advance(SHORT_WORK);
                handle.release();
            }
            assertThat(first.lock("a").acquire(ADAPTIVE)).isNotNull();
            assertThat(first.lock("fixed")
                            .acquire(AcquireOptions.waitAtMost(Duration.ZERO).withLease(LONGEST)))
                    .isNotNull();
            // From here on the clock of the first stands still: nothing of it runs any more.
            clock.advance(SHORTEST.minusNanos(1));
            assertThat(second.lock("a").tryAcquire()).isEmpty();
            clock.advance(Duration.ofNanos(1));
            assertThat(second.lock("a").tryAcquire()).isPresent();
            clock.advance(LONGEST.minus(SHORTEST).minusNanos(1));
            assertThat(second.lock("fixed").tryAcquire()).isEmpty();
            clock.advance(Duration.ofNanos(1));
            assertThat(second.lock("fixed").tryAcquire()).isPresent();
        } finally {
            first.close();
        }
    }
}

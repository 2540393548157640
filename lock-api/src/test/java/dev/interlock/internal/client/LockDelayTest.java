// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static dev.interlock.internal.client.ScriptedBackend.releaseNotAnswered;
import static dev.interlock.internal.client.ScriptedBackend.renewalNotAnswered;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockOutcomeUnknownException;
import dev.interlock.LockTimeoutException;
import dev.interlock.LockUnavailableException;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A name stays closed after a loss, and after nothing else: each way in which a hold, or a grant, can end. */
class LockDelayTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DELAY = Duration.ofSeconds(45);
    private static final AcquireOptions DELAYED = ONCE.withRenewal(Renewal.NONE).withLockDelay(DELAY);

    private final EngineBench bench = new EngineBench();
    private final AtomicLong firstReleaseNanos = new AtomicLong();

    @BeforeEach
    void watch_releases() {
        bench.backend.declared = Set.of(Capability.KEEPS_LOCK_DELAY);
        bench.backend.release = attempt -> {
            firstReleaseNanos.compareAndSet(0, bench.clock.nanoTime());
            return new ReleaseOutcome.Released();
        };
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private static Duration usable(Duration lease) {
        return Duration.ofNanos(EffectiveOptions.usableNanos(lease));
    }

    private LockHandle hold(AcquireOptions options) throws InterruptedException {
        return bench.client.lock("a").acquire(options);
    }

    /** The hold is over; the store is not asked to free it before the delay is over, and is then. */
    private void requireCompensatedAfterTheDelay(LockHandle lost) {
        assertThat(lost.state()).isEqualTo(HandleState.LOST);
        long from = bench.clock.nanoTime();
        bench.clock.advance(DELAY.minusNanos(1));
        assertThat(bench.engine.threads.compensation.threads().getTaskCount()).isZero();
        bench.clock.advance(Duration.ofNanos(1));
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(Duration.ofNanos(firstReleaseNanos.get() - from)).isEqualTo(DELAY);
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(0));
    }

    @Test
    void the_store_keeps_lease_and_delay_and_the_holder_relies_on_the_lease() throws InterruptedException {
        LockHandle handle = hold(DELAYED);
        assertThat(bench.backend.acquired.get(0).lease()).isEqualTo(LEASE.plus(DELAY));
        assertThat(handle.remaining()).isEqualTo(usable(LEASE));
        bench.backend.renew = grant -> bench.backend.renewed(HOUR.plus(DELAY));
        assertThat(handle.renew(HOUR)).isEqualTo(RenewResult.RENEWED);
        assertThat(bench.backend.renewed).containsExactly(HOUR.plus(DELAY));
        assertThat(handle.remaining()).isEqualTo(usable(HOUR));
        assertThatThrownBy(() -> handle.renew(AcquireOptions.MAX_LEASE))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("together with the lockDelay of PT45S");
    }

    @Test
    void automatic_renewals_ask_for_lease_and_delay_by_the_pace_of_the_lease() throws InterruptedException {
        LockHandle handle = hold(ONCE.withLockDelay(DELAY));
        bench.clock.advance(LEASE.dividedBy(3));
        await().until(() -> bench.backend.renewed.size() == 1);
        assertThat(bench.backend.renewed).containsExactly(LEASE.plus(DELAY));
        // It may be sent when it is due, up to a thirtieth of the lease before the clock stands still.
        Duration renewed = usable(LEASE).minus(LEASE.dividedBy(30));
        await().until(() -> handle.remaining().compareTo(renewed) >= 0);
        assertThat(handle.remaining()).isLessThanOrEqualTo(usable(LEASE));
    }

    @Test
    void a_grant_shorter_than_requested_is_relied_on_for_its_own_time() throws InterruptedException {
        bench.backend.thenAcquire(
                attempt -> bench.backend.grant(attempt, bench.clock.nanoTime(), DELAY.plusSeconds(4)));
        assertThat(hold(DELAYED).remaining()).isEqualTo(usable(Duration.ofSeconds(4)));
    }

    @Test
    void a_grant_that_covers_no_more_than_the_delay_is_no_hold_and_is_compensated_at_once() {
        bench.backend.thenAcquire(attempt -> bench.backend.grant(attempt, bench.clock.nanoTime(), DELAY));
        assertThatThrownBy(() -> hold(DELAYED)).isInstanceOf(LockUnavailableException.class);
        await().until(() -> bench.backend.released.size() == 1);
    }

    @Test
    void a_lease_that_ends_is_left_to_the_store() throws InterruptedException {
        LockHandle handle = hold(DELAYED);
        bench.clock.advance(LEASE);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
        bench.clock.advance(DELAY.multipliedBy(3));
        bench.advanceUntil(SECOND, bench.engine.threads.timers::isEmpty);
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void a_lease_that_ends_behind_a_renewal_without_an_answer_is_compensated_after_the_delay()
            throws InterruptedException {
        LockHandle handle = hold(DELAYED);
        bench.backend.renew = grant -> renewalNotAnswered();
        assertThat(handle.renew(HOUR)).isEqualTo(RenewResult.UNKNOWN);
        bench.clock.advance(handle.remaining());
        requireCompensatedAfterTheDelay(handle);
    }

    @Test
    void a_hold_at_its_cap_is_compensated_after_the_delay() throws InterruptedException {
        LockHandle handle = hold(DELAYED.withMaxHold(SECOND));
        bench.clock.advance(SECOND);
        requireCompensatedAfterTheDelay(handle);
    }

    @Test
    void a_renewal_that_is_confirmed_too_late_is_compensated_after_the_delay() throws InterruptedException {
        LockHandle handle = hold(DELAYED);
        bench.backend.thenRenew(grant -> {
            bench.clock.advance(LEASE);
            return bench.backend.renewed(LEASE.plus(DELAY));
        });
        // The hold was lost while this renewal had no answer yet: the loss is compensated as well, not later than this.
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(bench.engine.threads.compensation.threads().getTaskCount())
                .as("compensations before the end of the delay")
                .isZero();
        bench.clock.advance(DELAY);
        await().until(() -> bench.backend.released.size() == 2);
    }

    @Test
    void a_client_that_closes_does_not_release_a_lock_that_was_lost() throws InterruptedException {
        LockHandle handle = hold(DELAYED.withMaxHold(SECOND));
        bench.clock.advance(SECOND);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        bench.client.close();
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void a_release_frees_at_once_and_is_compensated_at_once_where_it_got_no_answer() throws InterruptedException {
        assertThat(hold(DELAYED).release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(bench.backend.released).hasSize(1);
        LockHandle second = hold(DELAYED);
        bench.backend.thenRelease(attempt -> releaseNotAnswered()).thenRelease(attempt -> releaseNotAnswered());
        assertThat(second.release()).isEqualTo(ReleaseResult.UNKNOWN);
        await().until(() -> bench.backend.released.size() == 4);
    }

    @Test
    void closing_the_client_releases_what_is_held_at_once() throws InterruptedException {
        LockHandle handle = hold(DELAYED);
        bench.client.close();
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_grant_that_never_had_a_holder_is_compensated_at_once_and_its_residue_is_reported() {
        bench.backend.thenAcquire(attempt -> ScriptedBackend.noAnswer());
        assertThatThrownBy(() -> hold(DELAYED))
                .asInstanceOf(type(LockOutcomeUnknownException.class))
                .satisfies(reported -> assertThat(reported.residue()).isEqualTo(LEASE.plus(DELAY)))
                .satisfies(reported -> assertThat(reported).hasMessageContaining("block others for up to 75000 ms"));
        await().until(() -> bench.backend.released.size() == 1);
        bench.backend.thenAcquire(attempt -> {
            long sent = bench.clock.nanoTime();
            bench.clock.advance(LEASE);
            return bench.backend.grant(attempt, sent, attempt.lease());
        });
        assertThatThrownBy(() -> hold(DELAYED))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("took longer than the lease of 30000 ms");
        await().until(() -> bench.backend.released.size() == 2);
    }

    @Test
    void locks_that_were_acquired_together_stay_closed_together() throws InterruptedException {
        assertThat(bench.client.lockAll(List.of("a", "b")).acquire(DELAYED)).isNotNull();
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        await().until(bench.engine::isIdle);
        assertThat(bench.kinds("b")).containsExactly("Acquired", "Lost");
        bench.clock.advance(DELAY.minusNanos(1));
        assertThat(bench.backend.released).isEmpty();
        bench.clock.advance(Duration.ofNanos(1));
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(bench.backend.released).containsExactly(bench.backend.acquired.get(1));
    }

    @Test
    void a_time_out_says_that_a_name_may_be_closed() {
        bench.backend.acquire = attempt -> ScriptedBackend.contended();
        assertThatThrownBy(() -> hold(DELAYED))
                .isInstanceOf(LockTimeoutException.class)
                .hasMessageContaining("held by another owner, or closed for up to 45000 ms after a loss (scripted");
    }
}

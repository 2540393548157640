// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.HandleState.HELD;
import static dev.interlock.HandleState.LOST;
import static dev.interlock.HandleState.RELEASED;
import static dev.interlock.HandleState.UNCERTAIN;
import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of transitions of a hold, cell by cell. The hold is renewed only when a test says so. */
class StateTableTest {

    private final EngineBench bench = new EngineBench();
    private final List<LockLost> losses = new CopyOnWriteArrayList<>();
    private LockHandle handle;

    @BeforeEach
    void hold() throws InterruptedException {
        handle = bench.client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        handle.onLost(losses::add, Runnable::run);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void doubt() {
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        assertThat(handle.state()).isEqualTo(UNCERTAIN);
    }

    private void reportLost() {
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
    }

    private void assertLost(LossCause cause) {
        assertThat(handle.state()).isEqualTo(LOST);
        assertThat(handle.remaining()).isZero();
        await().until(() -> !losses.isEmpty());
        assertThat(bench.kinds("a").stream().filter("Lost"::equals)).hasSize(1);
        assertThat(losses).hasSize(1);
        assertThat(losses.get(0).cause()).isEqualTo(cause);
        assertThat(losses.get(0).fencingToken()).isEqualTo(handle.fencingToken());
        assertFinal(LOST);
    }

    /** Nothing moves a handle from a final state, and everything says that it is over. */
    private void assertFinal(HandleState last) {
        int renewals = bench.backend.renewed.size();
        doNothingByReports();
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        bench.clock.sleep(LEASE);
        bench.clock.advance(LEASE);
        assertThat(handle.state()).isEqualTo(last);
        assertThat(bench.backend.renewed).hasSize(renewals);
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO))
                .isInstanceOfSatisfying(
                        LockLostException.class, e -> assertThat(e.state()).isEqualTo(last));
        if (last == LOST) {
            assertThat(handle.release()).isEqualTo(ReleaseResult.NOT_HELD);
            assertThat(handle.state()).isEqualTo(LOST);
        }
        await().until(bench.engine.holds.queues::isEmpty);
    }

    private void doNothingByReports() {
        reportLost();
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
    }

    @Test
    void held_becomes_lost_at_the_deadline() {
        bench.clock.advance(handle.remaining().minusNanos(1));
        assertThat(handle.state()).isEqualTo(HELD);
        bench.clock.advance(Duration.ofNanos(1));
        assertLost(LossCause.EXPIRED);
        assertThat(bench.backend.released).isEmpty();
    }

    @Test
    void held_becomes_lost_by_a_renewal_that_finds_another_owner() {
        bench.backend.thenRenew(grant -> new RenewOutcome.NotOwner("taken"));
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        assertLost(LossCause.NOT_OWNER);
        assertThat(losses.get(0).detail()).isEqualTo("taken");
    }

    @Test
    void held_becomes_lost_by_a_report() {
        reportLost();
        assertLost(LossCause.SESSION_ENDED);
    }

    @Test
    void held_stays_held_after_a_renewal_without_an_answer() {
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        Duration before = handle.remaining();
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(handle.state()).isEqualTo(HELD);
        assertThat(handle.remaining()).isEqualTo(before);
    }

    @Test
    void held_is_checked_for_the_time_that_is_left() {
        assertThatCode(() -> handle.ensureHeld(handle.remaining())).doesNotThrowAnyException();
        assertThatThrownBy(() -> handle.ensureHeld(handle.remaining().plusNanos(1)))
                .isInstanceOfSatisfying(
                        LockLostException.class, e -> assertThat(e.state()).isEqualTo(HELD));
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ofNanos(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("atLeast must be >= 0");
    }

    @Test
    void held_becomes_released() {
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertFinal(RELEASED);
        assertThat(losses).isEmpty();
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
    }

    @Test
    void uncertain_becomes_held_by_a_renewal() {
        doubt();
        assertThatThrownBy(() -> handle.ensureHeld(Duration.ZERO))
                .isInstanceOfSatisfying(
                        LockLostException.class, e -> assertThat(e.state()).isEqualTo(UNCERTAIN));
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.state()).isEqualTo(HELD);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Uncertain", "Renewed");
    }

    @Test
    void uncertain_stays_uncertain_after_a_renewal_without_an_answer() {
        doubt();
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(handle.state()).isEqualTo(UNCERTAIN);
    }

    @Test
    void uncertain_is_reported_once_until_it_ends() {
        doubt();
        doubt();
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        doubt();
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Uncertain", "Renewed", "Uncertain");
    }

    @Test
    void uncertain_becomes_lost_at_the_deadline() {
        doubt();
        bench.clock.advance(LEASE);
        assertLost(LossCause.EXPIRED);
    }

    @Test
    void uncertain_becomes_lost_by_a_renewal_that_finds_another_owner() {
        doubt();
        bench.backend.thenRenew(grant -> new RenewOutcome.NotOwner("taken"));
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        assertLost(LossCause.NOT_OWNER);
    }

    @Test
    void uncertain_becomes_lost_by_a_report() {
        doubt();
        reportLost();
        assertLost(LossCause.SESSION_ENDED);
    }

    @Test
    void uncertain_becomes_released() {
        doubt();
        assertThat(handle.release()).isEqualTo(ReleaseResult.RELEASED);
        assertFinal(RELEASED);
    }

    @Test
    void a_machine_that_sleeps_during_a_renewal_is_not_proven_by_it() {
        bench.backend.thenRenew(grant -> {
            RenewOutcome renewed = bench.backend.renewed(LEASE);
            bench.clock.sleep(Duration.ofSeconds(5));
            return renewed;
        });
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.state()).isEqualTo(UNCERTAIN);
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.state()).isEqualTo(HELD);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockLostException;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.RetryPolicy;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewals: automatic and asked for, answered and not. */
class RenewalTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_store_that_grants_less_than_a_renewal_asks_for_is_renewed_by_what_it_grants() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.renew = grant -> bench.backend.renewed(LEASE);
        assertThat(handle.renew(HOUR)).isEqualTo(RenewResult.RENEWED);
        bench.clock.advance(LEASE.dividedBy(3));
        await().until(() -> bench.backend.renewed.size() == 2);
        await().until(() -> handle.remaining().compareTo(LEASE.dividedBy(3).multipliedBy(2)) > 0);
    }

    @Test
    void a_renewed_lease_counts_from_before_the_request_and_not_from_the_answer() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.thenRenew(grant -> {
            RenewOutcome renewed = bench.backend.renewed(LEASE);
            bench.clock.advance(Duration.ofSeconds(1));
            return renewed;
        });
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.remaining()).isLessThan(LEASE.minusSeconds(1));
    }

    @Test
    void a_renewal_for_less_than_the_lease_asks_the_store_for_the_whole_lease() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        assertThat(handle.renew(LEASE.dividedBy(2))).isEqualTo(RenewResult.RENEWED);
        assertThat(bench.backend.renewed).containsExactly(LEASE);
    }

    @Test
    void a_renewal_asked_for_that_gets_no_answer_before_the_deadline_is_compensated() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        bench.backend.thenRenew(grant -> {
            bench.clock.advance(LEASE);
            return ScriptedBackend.renewalNotAnswered();
        });
        assertThat(handle.renew(HOUR)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        await().until(() -> !bench.backend.released.isEmpty());
        assertThat(bench.backend.released.get(0)).isEqualTo(bench.backend.acquired.get(0));
    }

    @Test
    void a_capped_hold_that_became_uncertain_is_renewed_to_be_certain_again() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withMaxHold(Duration.ofSeconds(20)));
        ThreadGate renewal = new ThreadGate();
        bench.backend.thenRenew(grant -> {
            renewal.pass();
            return bench.backend.renewed(LEASE);
        });
        bench.clock.sleep(Duration.ofSeconds(5));
        assertThat(handle.state()).isEqualTo(HandleState.UNCERTAIN);
        renewal.awaitReached();
        renewal.open();
        await().until(() -> handle.state() == HandleState.HELD);
        assertThat(handle.remaining()).isEqualTo(Duration.ofSeconds(20));
        assertThat(bench.backend.renewed).hasSize(1);
    }

    @Test
    void asking_for_more_time_than_any_lease_is_answered_like_any_other_demand() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        assertThatThrownBy(() -> handle.ensureHeld(AcquireOptions.UNLIMITED))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'a' on scripted store is HELD");
    }

    @Test
    void a_renewal_that_was_sent_before_a_doubt_does_not_end_it() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        ThreadGate early = new ThreadGate();
        ThreadGate later = new ThreadGate();
        bench.backend
                .thenRenew(grant -> {
                    RenewOutcome renewed = bench.backend.renewed(LEASE);
                    early.pass();
                    return renewed;
                })
                .thenRenew(grant -> {
                    later.pass();
                    return bench.backend.renewed(LEASE);
                });
        bench.clock.advance(LEASE.dividedBy(3));
        early.awaitReached();
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        early.open();
        later.awaitReached();
        assertThat(handle.state()).isEqualTo(HandleState.UNCERTAIN);
        later.open();
        await().until(() -> handle.state() == HandleState.HELD);
    }

    @Test
    void an_interrupt_does_not_reach_the_store_through_a_renewal() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.renew = grant -> Thread.currentThread().isInterrupted()
                ? ScriptedBackend.renewalNotAnswered()
                : bench.backend.renewed(LEASE);
        Thread.currentThread().interrupt();
        RenewResult result = handle.renew(LEASE);
        assertThat(Thread.interrupted()).as("interrupted").isTrue();
        assertThat(result).isEqualTo(RenewResult.RENEWED);
    }

    /** The pace of attempts is for waiters. A holder has only its lease. */
    @Test
    void a_renewal_without_an_answer_is_repeated_within_the_lease_whatever_the_pace_of_attempts()
            throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withRetry(new RetryPolicy(HOUR, HOUR, 3)));
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        bench.clock.advance(LEASE.dividedBy(3));
        await().until(() -> bench.backend.renewed.size() == 1 && bench.isQuiet());
        bench.advanceUntil(LEASE.dividedBy(24), () -> bench.backend.renewed.size() == 2);
        assertThat(handle.state()).isEqualTo(HandleState.HELD);
    }
}

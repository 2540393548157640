// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockName;
import dev.interlock.RenewResult;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewals of a client of which some hang in the store. */
class RenewalPressureTest {

    private static final Duration THIRD = LEASE.dividedBy(3);

    private final ThreadGate gate = new ThreadGate();
    private final AtomicInteger hanging = new AtomicInteger();
    private EngineBench bench;

    @AfterEach
    void close() {
        gate.open();
        bench.close();
    }

    private void start(ClientOptions options) {
        bench = new EngineBench(options);
        bench.backend.renew = this::hangIfStuck;
    }

    /** The store answers at once, but for locks named {@code stuck}. */
    private RenewOutcome hangIfStuck(Grant grant) {
        if (grant.attempt().name().value().startsWith("stuck")) {
            hanging.incrementAndGet();
            gate.pass();
        }
        return bench.backend.renewed(grant.lease());
    }

    private void awaitRenewed(LockHandle handle) {
        await().until(() -> handle.remaining().compareTo(LEASE.minus(THIRD)) > 0);
    }

    @Test
    void many_that_hang_for_the_first_time_leave_threads_for_the_others() throws InterruptedException {
        start(ClientOptions.STANDARD);
        for (int i = 0; i < 8; i++) {
            bench.acquire("stuck-" + i);
        }
        bench.clock.advance(THIRD);
        await().until(() -> hanging.get() == 8);
        LockHandle healthy = bench.acquire("healthy");
        for (int leases = 0; leases < 3; leases++) {
            for (int third = 0; third < 3; third++) {
                bench.clock.advance(THIRD);
                awaitRenewed(healthy);
            }
        }
        assertThat(healthy.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void holds_whose_last_renewal_failed_have_threads_of_their_own() throws InterruptedException {
        start(ClientOptions.STANDARD.withRenewalThreads(2));
        // By name: the first that fails may be due again before the second is due at all.
        Set<LockName> failed = ConcurrentHashMap.newKeySet();
        bench.backend.renew = grant ->
                failed.size() < 2 && failed.add(grant.attempt().name())
                        ? ScriptedBackend.renewalNotAnswered()
                        : hangIfStuck(grant);
        bench.acquire("stuck-1");
        bench.acquire("stuck-2");
        bench.clock.advance(THIRD);
        await().until(() -> failed.size() == 2);
        LockHandle healthy = bench.acquire("healthy");
        await().until(() -> {
            bench.clock.advance(Duration.ofMillis(10));
            return hanging.get() > 0;
        });
        bench.clock.advance(THIRD);
        awaitRenewed(healthy);
        assertThat(hanging).as("renewals that hang").hasValue(1);
    }

    @Test
    void a_renewal_that_took_long_counts_as_one_that_hangs() throws InterruptedException {
        start(ClientOptions.STANDARD.withRenewalThreads(2));
        bench.backend.thenRenew(grant -> {
            RenewOutcome renewed = bench.backend.renewed(LEASE);
            bench.clock.advance(LEASE.dividedBy(9));
            return renewed;
        });
        LockHandle slow = bench.acquire("stuck");
        bench.clock.advance(THIRD);
        awaitRenewed(slow);
        LockHandle healthy = bench.acquire("healthy");
        bench.clock.advance(THIRD);
        gate.awaitReached();
        awaitRenewed(healthy);
    }

    @Test
    void a_renewal_that_gets_no_thread_is_reported_late_once_and_then_as_the_reason_of_the_loss() throws Exception {
        start(ClientOptions.STANDARD.withRenewalThreads(2));
        bench.acquire("stuck");
        bench.clock.advance(THIRD);
        gate.awaitReached();
        LockHandle waiting = bench.acquire("a");
        CompletableFuture<LockLost> reported = new CompletableFuture<>();
        waiting.onLost(reported::complete, Runnable::run);
        bench.clock.advance(THIRD);
        assertThat(bench.kinds("a")).containsExactly("Acquired");
        bench.clock.advance(LEASE.dividedBy(6));
        bench.clock.advance(LEASE.dividedBy(6));
        List<LockEvent> received = bench.eventsOf("a");
        assertThat(bench.kinds("a")).containsExactly("Acquired", "RenewalDelayed");
        LockEvent.RenewalDelayed delayed = (LockEvent.RenewalDelayed) received.get(1);
        assertThat(delayed.late())
                .isBetween(LEASE.dividedBy(6), LEASE.dividedBy(6).plus(THIRD.dividedBy(10)));
        assertThat(delayed.remaining()).isGreaterThan(LEASE.dividedBy(3));
        bench.clock.advance(THIRD);
        assertThat(reported.get().detail()).contains("has not begun", "raise renewalThreads");
        assertThat(bench.backend.released)
                .as("compensated although nothing was sent")
                .noneMatch(attempt -> attempt.name().value().equals("a"));
    }

    @Test
    void a_renewal_that_the_user_asked_for_and_that_hangs_takes_no_thread_from_the_others() throws Exception {
        start(ClientOptions.STANDARD.withRenewalThreads(2));
        LockHandle stuck = bench.acquire("stuck");
        CompletableFuture<RenewResult> asked = CompletableFuture.supplyAsync(() -> stuck.renew(LEASE));
        gate.awaitReached();
        LockHandle healthy = bench.acquire("healthy");
        // Which of the two is due first is chance; the second time the other one is on its thread in any case.
        for (int third = 0; third < 2; third++) {
            bench.clock.advance(THIRD);
            awaitRenewed(healthy);
        }
        gate.open();
        asked.join();
        assertThat(stuck.state()).isEqualTo(HandleState.HELD);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.client;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.MultiLockHandle;
import dev.interlock.ReleaseResult;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.machine.ClientThreads;
import dev.interlock.spi.Grant;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Renewals that keep no thread of their caller. */
class AsyncRenewalTest {

    private static final Duration LONGER = LEASE.multipliedBy(2);

    private EngineBench bench = new EngineBench();
    private final ThreadGate store = new ThreadGate();

    @AfterEach
    void close() {
        store.open();
        bench.close();
    }

    private LockHandle hold(String name) throws InterruptedException {
        return bench.client.lock(name).acquire(ONCE.withRenewal(Renewal.NONE));
    }

    private RenewOutcome silent(Grant grant) {
        store.pass();
        return bench.backend.renewed(grant.lease());
    }

    private static RenewResult result(CompletableFuture<RenewResult> renewing) throws Exception {
        return renewing.get(30, TimeUnit.SECONDS);
    }

    /** Takes all threads for renewals that were asked for. */
    private List<CompletableFuture<RenewResult>> fillTheThreads() throws InterruptedException {
        List<CompletableFuture<RenewResult>> hanging = new ArrayList<>();
        bench.backend.renew = this::silent;
        for (int i = 0; i < ClientThreads.ASKED_RENEWAL_THREADS; i++) {
            hanging.add(hold("hangs-" + i).renewAsync(LEASE));
        }
        await().until(() -> bench.backend.renewed.size() == ClientThreads.ASKED_RENEWAL_THREADS);
        return hanging;
    }

    @Test
    void a_renewal_restarts_the_lease_without_the_callers_thread() throws Exception {
        LockHandle handle = hold("a");
        bench.clock.advance(Duration.ofSeconds(10));
        bench.backend.renew = this::silent;
        CompletableFuture<RenewResult> renewing = handle.renewAsync(LEASE);
        store.awaitReached();
        assertThat(renewing).isNotDone();
        store.open();
        assertThat(result(renewing)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.remaining()).isGreaterThan(Duration.ofSeconds(29));
        await().untilAsserted(() ->
                assertThat(bench.engine.holds.askedRenewals.isEmpty()).isTrue());
    }

    @Test
    void the_results_are_those_of_a_renewal_that_waits() throws Exception {
        LockHandle handle = hold("a");
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        assertThat(result(handle.renewAsync(LEASE))).isEqualTo(RenewResult.UNKNOWN);
        bench.backend.thenRenew(grant -> new RenewOutcome.NotOwner("taken"));
        assertThat(result(handle.renewAsync(LEASE))).isEqualTo(RenewResult.NOT_HELD);
        assertThat(handle.state()).isEqualTo(HandleState.LOST);
        assertThat(handle.renewAsync(LEASE)).isCompletedWithValue(RenewResult.NOT_HELD);
        assertThatThrownBy(() -> handle.renewAsync(Duration.ofMillis(1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void renewals_that_are_asked_for_meanwhile_share_one_with_the_longest_lease() throws Exception {
        LockHandle handle = hold("a");
        bench.backend.thenRenew(this::silent);
        List<CompletableFuture<RenewResult>> asked = new ArrayList<>();
        asked.add(handle.renewAsync(LEASE));
        store.awaitReached();
        for (int i = 0; i < 100; i++) {
            asked.add(handle.renewAsync(i == 50 ? LONGER : LEASE));
        }
        store.open();
        for (CompletableFuture<RenewResult> each : asked) {
            assertThat(result(each)).isEqualTo(RenewResult.RENEWED);
        }
        assertThat(bench.backend.renewed).containsExactly(LEASE, LONGER);
    }

    @Test
    void what_the_user_does_to_the_future_changes_no_other() throws Exception {
        LockHandle handle = hold("a");
        bench.backend.renew = this::silent;
        assertThat(handle.renewAsync(LEASE)).isNotNull();
        store.awaitReached();
        CompletableFuture<RenewResult> cancelled = handle.renewAsync(LEASE);
        CompletableFuture<RenewResult> shared = handle.renewAsync(LEASE);
        cancelled.cancel(true);
        store.open();
        assertThat(result(shared)).isEqualTo(RenewResult.RENEWED);
    }

    @Test
    void renewals_that_hang_delay_neither_releases_nor_automatic_renewals() throws Exception {
        LockHandle automatic = bench.acquire("automatic");
        fillTheThreads();
        LockHandle other = hold("other");
        assertThat(other.releaseAsync().get(30, TimeUnit.SECONDS)).isEqualTo(ReleaseResult.RELEASED);
        int sofar = bench.backend.renewed.size();
        bench.clock.advance(LEASE.dividedBy(3));
        await().until(() -> bench.backend.renewed.size() == sofar + 1);
        assertThat(automatic.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_renewal_that_gets_no_thread_in_time_is_unknown_and_reported() throws Exception {
        List<CompletableFuture<RenewResult>> hanging = fillTheThreads();
        LockHandle handle = hold("late");
        CompletableFuture<RenewResult> late = handle.renewAsync(LONGER);
        bench.clock.advance(Duration.ofSeconds(5));
        assertThat(result(late)).isEqualTo(RenewResult.UNKNOWN);
        assertThat(bench.kinds("late")).containsExactly("Acquired", "RenewalFailed");
        CompletableFuture<RenewResult> again = handle.renewAsync(LEASE);
        store.open();
        assertThat(result(again)).isEqualTo(RenewResult.RENEWED);
        for (CompletableFuture<RenewResult> each : hanging) {
            assertThat(result(each)).isEqualTo(RenewResult.RENEWED);
        }
        assertThat(bench.backend.renewed).hasSize(hanging.size() + 1).doesNotContain(LONGER);
        await().until(bench.engine.holds.askedRenewals::isEmpty);
    }

    @Test
    void every_future_ends_when_the_client_is_closed_under_a_store_that_hangs() throws Exception {
        bench.close();
        bench = new EngineBench(ClientOptions.STANDARD.withCloseTimeout(Duration.ofMillis(200)));
        List<CompletableFuture<RenewResult>> asked = fillTheThreads();
        LockHandle waits = hold("waits");
        asked.add(waits.renewAsync(LEASE));
        bench.close();
        for (CompletableFuture<RenewResult> each : asked) {
            assertThat(result(each)).isEqualTo(RenewResult.NOT_HELD);
        }
        assertThat(waits.renewAsync(LEASE)).isCompletedWithValue(RenewResult.NOT_HELD);
        store.open();
        assertThat(bench.engine.holds.askedRenewals.isEmpty()).isTrue();
    }

    @Test
    void a_set_is_renewed_as_far_as_its_weakest_lock() throws Exception {
        MultiLockHandle set = bench.client.lockAll(List.of("a", "b")).acquire(ONCE.withRenewal(Renewal.NONE));
        assertThat(result(set.renewAsync(LEASE))).isEqualTo(RenewResult.RENEWED);
        assertThat(bench.backend.renewed).hasSize(2);
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        assertThat(result(set.renewAsync(LEASE))).isEqualTo(RenewResult.UNKNOWN);
        assertThat(set.state()).isEqualTo(HandleState.HELD);
    }
}

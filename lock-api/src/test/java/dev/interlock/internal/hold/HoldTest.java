// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static dev.interlock.HandleState.HELD;
import static dev.interlock.HandleState.LOST;
import static dev.interlock.HandleState.RELEASED;
import static dev.interlock.HandleState.UNCERTAIN;
import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.ONCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.LockHandle;
import dev.interlock.LockLost;
import dev.interlock.LockLostException;
import dev.interlock.LossCause;
import dev.interlock.RenewResult;
import dev.interlock.Renewal;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.client.ThreadGate;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Holds that renew themselves, end late, or are reported. */
class HoldTest {

    private final EngineBench bench = new EngineBench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void a_report_of_doubt_triggers_a_renewal_at_once() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.thenRenew(grant -> {
            gate.pass();
            return bench.backend.renewed(LEASE);
        });
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        gate.awaitReached();
        assertThat(handle.state()).isEqualTo(UNCERTAIN);
        gate.open();
        await().until(() -> handle.state() == HELD);
    }

    @Test
    void a_renewal_confirmed_after_the_deadline_is_too_late_and_compensated() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        ThreadGate gate = new ThreadGate();
        bench.backend.thenRenew(grant -> {
            gate.pass();
            return bench.backend.renewed(LEASE);
        });
        bench.clock.advance(LEASE.dividedBy(3));
        gate.awaitReached();
        bench.clock.advance(LEASE);
        assertThat(handle.state()).isEqualTo(LOST);
        await().until(() -> bench.backend.released.size() == 1);
        gate.open();
        await().until(() -> bench.backend.released.size() == 2);
        assertThat(handle.state()).isEqualTo(LOST);
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Lost");
    }

    @Test
    void renewals_without_an_answer_are_repeated_until_the_deadline_and_then_compensated() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.renew = grant -> ScriptedBackend.renewalNotAnswered();
        bench.advanceUntil(Duration.ofMillis(250), () -> handle.state() == LOST);
        assertThat(bench.backend.renewed).hasSizeGreaterThan(5);
        await().until(() -> !bench.backend.released.isEmpty());
        assertThat(bench.kinds("a")).startsWith("Acquired", "RenewalFailed").endsWith("Lost");
    }

    @Test
    void a_message_about_little_time_names_the_option_that_decided_it() throws InterruptedException {
        Duration most = LEASE.dividedBy(2);
        LockHandle capped =
                bench.client.lock("a").acquire(AcquireOptions.inherited().withMaxHold(most));
        LockHandle leased = bench.acquire("b");
        assertThatThrownBy(() -> capped.ensureHeld(LEASE)).hasMessageEndingWith("raise maxHold");
        assertThatThrownBy(() -> leased.ensureHeld(LEASE.multipliedBy(2))).hasMessageEndingWith("use a longer lease");
        bench.clock.advance(most);
        assertThatThrownBy(() -> capped.ensureHeld(Duration.ZERO)).hasMessageEndingWith("raise maxHold");
    }

    @Test
    void one_renewal_without_an_answer_does_not_end_the_renewals() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        bench.backend.thenRenew(grant -> ScriptedBackend.renewalNotAnswered());
        for (int renewals = 1; renewals < 6; renewals++) {
            int more = renewals;
            bench.advanceUntil(LEASE.dividedBy(10), () -> bench.backend.renewed.size() > more);
            await().until(() -> handle.remaining().compareTo(LEASE.dividedBy(3)) > 0);
        }
        assertThat(handle.state()).isEqualTo(HELD);
    }

    @Test
    void the_cap_ends_the_hold_gives_the_lock_back_and_says_why() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withMaxHold(Duration.ofSeconds(20)));
        List<LockLost> losses = new CopyOnWriteArrayList<>();
        handle.onLost(losses::add, Runnable::run);
        assertThat(handle.remaining()).isEqualTo(Duration.ofSeconds(20));
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.remaining()).isEqualTo(Duration.ofSeconds(20));
        bench.clock.advance(Duration.ofSeconds(20));
        assertThat(handle.state()).isEqualTo(LOST);
        await().until(() -> losses.size() == 1);
        assertThat(losses.get(0).cause()).isEqualTo(LossCause.MAX_HOLD);
        await().until(() -> bench.backend.released.size() == 1);
    }

    @Test
    void a_shorter_lease_asked_for_never_shortens_what_is_proven() throws InterruptedException {
        LockHandle handle = bench.client.lock("a").acquire(ONCE.withRenewal(Renewal.NONE));
        assertThat(handle.renew(Duration.ofSeconds(1))).isEqualTo(RenewResult.RENEWED);
        assertThat(handle.remaining()).isGreaterThan(LEASE.minusSeconds(1));
        assertThatThrownBy(() -> handle.renew(Duration.ofMillis(9)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lease must be >= 10 ms");
    }

    @Test
    void the_news_of_a_loss_reaches_every_consumer_whatever_the_others_do() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        CompletableFuture<Thread> early = new CompletableFuture<>();
        CompletableFuture<LockLost> late = new CompletableFuture<>();
        handle.onLost(
                loss -> {
                    throw new IllegalStateException("consumer failed");
                },
                Runnable::run);
        handle.onLost(loss -> {}, task -> {
            throw new RejectedExecutionException("executor closed");
        });
        handle.onLost(loss -> early.complete(Thread.currentThread()), Runnable::run);
        bench.backend.thenRenew(grant -> new RenewOutcome.NotOwner("taken"));
        assertThat(handle.renew(LEASE)).isEqualTo(RenewResult.NOT_HELD);
        assertThat(early.join()).isNotSameAs(Thread.currentThread());
        handle.onLost(late::complete, Runnable::run);
        assertThat(late.join().detail()).isEqualTo("taken");
    }

    @Test
    void work_under_a_lock_that_was_lost_ends_in_an_exception_and_keeps_its_own() throws InterruptedException {
        assertThatThrownBy(() -> bench.client.lock("a").withLock(ONCE.withRenewal(Renewal.NONE), handle -> {
                    bench.clock.advance(Duration.ofDays(1));
                    return bench.backend.acquired.size();
                }))
                .isInstanceOf(LockLostException.class)
                .hasMessageContaining("'a' on scripted store was lost before the work under it ended");
        bench.backend.release = attempt -> new dev.interlock.spi.ReleaseOutcome.NotOwner();
        assertThatThrownBy(() -> bench.client.lock("b").withLock(ONCE, handle -> {
                    throw new java.io.IOException("work failed");
                }))
                .isInstanceOf(java.io.IOException.class)
                .satisfies(
                        e -> assertThat(e.getSuppressed()).hasSize(1).hasOnlyElementsOfType(LockLostException.class));
        bench.backend.release = attempt -> new dev.interlock.spi.ReleaseOutcome.Released();
        assertThat(bench.client.lock("c").withLock(ONCE, LockHandle::lockName)).isEqualTo("c");
    }

    @Test
    void a_handle_that_was_dropped_is_reported() throws InterruptedException {
        long token = bench.acquireUnkept("a").fencingToken();
        await().until(() -> {
            System.gc();
            return bench.kinds("a").contains("Abandoned");
        });
        assertThat(bench.eventsOf("a"))
                .last()
                .isEqualTo(new dev.interlock.LockEvent.Abandoned(
                        "a", token, "its handle is gone: nothing renews it any more, and it ends with its lease"));
    }

    @Test
    void a_handle_that_was_released_is_not_reported_when_it_is_dropped() throws InterruptedException {
        bench.acquireUnkept("a").release();
        bench.acquireUnkept("b");
        await().until(() -> {
            System.gc();
            return bench.kinds("b").contains("Abandoned");
        });
        assertThat(bench.kinds("a")).containsExactly("Acquired", "Released");
    }

    @Test
    void a_handle_shows_its_name_token_and_state_but_no_owner() throws InterruptedException {
        LockHandle handle = bench.acquire("a");
        assertThat(handle).hasToString("LockHandle['a' on scripted store, token 1, HELD, 29698 ms left]");
        handle.release();
        assertThat(handle).hasToString("LockHandle['a' on scripted store, token 1, RELEASED, 0 ms left]");
        assertThat(handle.state()).isEqualTo(RELEASED);
        assertThat(bench.client.lock("a")).hasToString("DistributedLock['a' on scripted store]");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static dev.interlock.internal.client.EngineBench.WAITING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.ClientOptions;
import dev.interlock.HandOff;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.internal.acquire.Acquisition;
import dev.interlock.internal.acquire.OfferSlot;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.internal.lease.Defaults;
import dev.interlock.internal.lease.EffectiveOptions;
import dev.interlock.internal.queue.Waiter;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can happen between the release of a handle and the moment at which the one that is up goes on. */
class HandOffOfferTest {

    private static final LockName NAME = new LockName("a");

    private final EngineBench bench = bench();
    private final Deque<Runnable> steps = new ConcurrentLinkedDeque<>();
    private LockHandle holder;
    private Acquisition slow;

    private static EngineBench bench() {
        ScriptedBackend backend = new ScriptedBackend();
        backend.maxTokens = 64;
        return new EngineBench(ClientOptions.STANDARD.withHandOff(new HandOff(16, Duration.ofMinutes(1))), backend);
    }

    /** A holder in a grant of several tokens, and behind it one whose steps the test runs. */
    @BeforeEach
    void wait_behind_a_holder() throws Exception {
        LockHandle alone = bench.acquire("a");
        CompletableFuture<LockHandle> first = waiter();
        slow = bench.engine.acquisitions.begin(NAME, options(), steps::add, () -> true);
        runSteps();
        alone.release();
        holder = first.get(10, TimeUnit.SECONDS);
        runSteps();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private EffectiveOptions options() {
        return EffectiveOptions.of(WAITING, Defaults.OF_THE_LIBRARY, bench.backend.capabilities());
    }

    private CompletableFuture<LockHandle> waiter() {
        return bench.client.lock("a").acquireAsync(WAITING);
    }

    private void runSteps() {
        for (Runnable step = steps.poll(); step != null; step = steps.poll()) {
            step.run();
        }
    }

    @Test
    void the_release_is_confirmed_before_the_next_has_gone_on() {
        assertThat(holder.release()).isEqualTo(ReleaseResult.RELEASED);
        assertThat(slow.result()).isNotDone();
        assertThat(bench.backend.released).hasSize(1);
        runSteps();
        assertThat(slow.outcome().token()).isEqualTo(3);
    }

    @Test
    void the_end_of_a_hold_is_reported_before_the_next_hold_even_if_that_is_faster() throws Exception {
        bench.engine.acquisitions.begin(NAME, options(), Runnable::run, () -> true);
        slow.cancel();
        runSteps();
        holder.release();
        assertThat(bench.kinds("a")).endsWith("Released", "WaitersChanged", "Acquired");
    }

    @Test
    void a_loss_that_is_reported_meanwhile_is_that_of_the_next() {
        holder.release();
        bench.backend.context.reportLost(bench.backend.idOf(1), "gone");
        assertThat(holder.state()).isEqualTo(HandleState.RELEASED);
        runSteps();
        assertThat(slow.outcome().state()).isEqualTo(HandleState.LOST);
        assertThat(bench.kinds("a")).endsWith("Released", "WaitersChanged", "Acquired", "Lost");
    }

    @Test
    void a_waiter_that_was_cancelled_meanwhile_passes_the_lock_on() throws Exception {
        CompletableFuture<LockHandle> behind = waiter();
        holder.release();
        slow.cancel();
        runSteps();
        LockHandle next = behind.get(10, TimeUnit.SECONDS);
        assertThat(next.fencingToken()).isEqualTo(3);
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(slow.result()).isCompletedExceptionally();
    }

    @Test
    void an_offer_that_no_waiter_takes_is_released_at_the_store() {
        holder.release();
        slow.cancel();
        runSteps();
        await().until(() -> bench.backend.released.size() == 2);
        assertThat(bench.backend.released.get(1).id()).isEqualTo(bench.backend.idOf(1));
        await().until(() -> bench.engine.kept().isEmpty());
        assertThat(bench.kinds("a")).containsOnlyOnce("Cancelled");
    }

    @Test
    void a_lease_that_has_ended_meanwhile_is_not_taken() {
        holder.release();
        bench.clock.advance(LEASE);
        await().until(() -> {
            runSteps();
            return slow.result().isDone();
        });
        // Behind the token of the first holder and the 17 of the grant that ended.
        assertThat(slow.outcome().token()).isEqualTo(19);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    @Test
    void a_close_meanwhile_gives_the_lock_back() throws Exception {
        holder.release();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(bench::close);
        await().until(() -> {
            runSteps();
            return closing.isDone();
        });
        closing.get(10, TimeUnit.SECONDS);
        assertThat(slow.result()).isCompletedExceptionally();
        assertThat(bench.backend.released).hasSize(2);
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    @Test
    void a_client_that_ends_meanwhile_holds_nothing() {
        holder.release();
        bench.engine.holds.end();
        bench.engine.acquisitions.end();
        assertThat(slow.result()).isCompletedExceptionally();
        runSteps();
        await().until(() -> bench.engine.kept().isEmpty());
    }

    /** A thread that looked a hold up for a report may reach it only after another hold has the lock. */
    @Test
    void a_report_that_reaches_a_former_hold_is_passed_to_the_one_that_has_the_lock() throws Exception {
        CompletableFuture<LockHandle> behind = waiter();
        holder.release();
        runSteps();
        Hold former = slow.outcome();
        former.release();
        LockHandle next = behind.get(10, TimeUnit.SECONDS);
        former.reported(hold -> hold.lose(LossCause.SESSION_ENDED, "gone"));
        assertThat(former.state()).isEqualTo(HandleState.RELEASED);
        assertThat(next.state()).isEqualTo(HandleState.LOST);
    }

    @Test
    void a_grant_of_which_something_was_reported_during_its_release_is_not_handed_off() {
        CompletableFuture<LockHandle> behind = waiter();
        holder.release();
        runSteps();
        Hold former = slow.outcome();
        Release release = former.beginRelease();
        former.reported(hold -> hold.doubt("the connection is gone"));
        assertThat(former.handOff(release)).isFalse();
        assertThat(behind).isNotDone();
        release.send();
        await().until(behind::isDone);
        assertThat(bench.backend.released).hasSize(2);
        assertThat(bench.backend.acquired).hasSize(3);
    }

    @Test
    void an_offer_that_came_to_nothing_leaves_room_for_another() {
        holder.release();
        runSteps();
        Hold former = slow.outcome();
        Release release = former.beginRelease();
        HandOffOffer offer = new HandOffOffer(bench.engine.holds, former);
        OfferSlot offered = new OfferSlot();
        assertThat(offered.offer(offer, options())).isEqualTo(Waiter.Reply.ACCEPTS);
        assertThat(offered.take()).isSameAs(offer);
        assertThat(offered.offer(offer, options())).isEqualTo(Waiter.Reply.LEAVES);
        offered.reopen();
        assertThat(offered.offer(offer, options())).isEqualTo(Waiter.Reply.ACCEPTS);
        release.send();
    }
}

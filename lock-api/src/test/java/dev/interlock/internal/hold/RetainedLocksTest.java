// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static dev.interlock.internal.client.EngineBench.LEASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.Capability;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.Holder;
import dev.interlock.LockEvent;
import dev.interlock.LockHandle;
import dev.interlock.LockView;
import dev.interlock.ReleaseResult;
import dev.interlock.Renewal;
import dev.interlock.RetentionEnd;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.spi.ReleaseOutcome;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of a lock between its release and the next acquisition of the same client. */
class RetainedLocksTest {

    private static final Duration RETENTION = Duration.ofSeconds(2);
    private static final AcquireOptions OPTIONS =
            AcquireOptions.waitAtMost(Duration.ofMinutes(1)).withLease(LEASE).withRetention(RETENTION);

    private EngineBench bench = bench(10);

    private static EngineBench bench(int most) {
        ScriptedBackend backend = new ScriptedBackend();
        backend.maxTokens = 4;
        backend.declared = Set.of(Capability.RECALLS);
        return new EngineBench(ClientOptions.STANDARD.withDefaults(OPTIONS).withMaxRetained(most), backend);
    }

    @AfterEach
    void nothing_stays_after_the_close() {
        bench.close();
        await().untilAsserted(() -> assertThat(bench.engine.kept()).isEmpty());
    }

    private LockHandle acquire(String name) throws InterruptedException {
        return bench.client.lock(name).acquire();
    }

    /** The kinds of the events of a lock, without those of its retention. */
    private List<String> holds(String name) {
        return bench.kinds(name).stream()
                .filter(kind -> !kind.startsWith("Ret"))
                .toList();
    }

    /** Why retentions of a lock ended. Each begins after a release, and none is under way. */
    private List<RetentionEnd> ends(String name) {
        List<RetentionEnd> ends = new ArrayList<>();
        Queue<LockEvent.Retained> open = new ArrayDeque<>();
        LockEvent last = null;
        for (LockEvent event : bench.eventsOf(name)) {
            if (event instanceof LockEvent.Retained retained) {
                assertThat(last)
                        .isInstanceOfSatisfying(
                                LockEvent.Released.class,
                                released -> assertThat(released.fencingToken()).isEqualTo(retained.fencingToken()));
                open.add(retained);
            } else if (event instanceof LockEvent.RetentionEnded ended) {
                assertThat(ended.fencingToken()).isEqualTo(open.remove().fencingToken());
                ends.add(ended.end());
            }
            last = event;
        }
        assertThat(open).isEmpty();
        return ends;
    }

    private int requests() {
        return bench.backend.acquired.size() + bench.backend.renewed.size() + bench.backend.released.size();
    }

    private void awaitReleased(int releases) {
        await().until(() -> bench.backend.released.size() >= releases && bench.engine.isIdle());
        assertThat(bench.backend.released).hasSize(releases);
    }

    @Test
    void the_next_acquisition_gets_the_next_token_without_a_request() throws Exception {
        LockHandle first = acquire("a");
        assertThat(first.release()).isEqualTo(ReleaseResult.RELEASED);
        LockHandle second = acquire("a");
        second.close();
        LockHandle third = bench.client.lock("a").tryAcquire().orElseThrow();
        assertThat(requests()).isEqualTo(1);
        assertThat(third.fencingToken()).isEqualTo(first.fencingToken() + 2);
        assertThat(first.state()).isEqualTo(HandleState.RELEASED);
        assertThat(third.state()).isEqualTo(HandleState.HELD);
        assertThat(bench.kinds("a"))
                .containsExactly(
                        "Acquired",
                        "Released",
                        "Retained",
                        "RetentionEnded",
                        "Acquired",
                        "Released",
                        "Retained",
                        "RetentionEnded",
                        "Acquired");
        assertThat(ends("a")).containsExactly(RetentionEnd.REUSED, RetentionEnd.REUSED);
        third.close();
    }

    @Test
    void an_asynchronous_acquisition_gets_it_too() throws Exception {
        acquire("a").close();
        LockHandle second =
                bench.client.lock("a").acquireAsync(AcquireOptions.inherited()).get(30, TimeUnit.SECONDS);
        second.releaseAsync().get(30, TimeUnit.SECONDS);
        LockView view = bench.client.lock("a").asLock(AcquireOptions.inherited());
        assertThat(view.tryLock()).isTrue();
        view.unlock();
        assertThat(requests()).isEqualTo(1);
        assertThat(holds("a")).containsExactly("Acquired", "Released", "Acquired", "Released", "Acquired", "Released");
    }

    @Test
    void the_store_is_asked_when_the_tokens_are_used_up() throws Exception {
        for (int i = 0; i < 4; i++) {
            acquire("a").close();
        }
        assertThat(bench.backend.released).hasSize(1);
        assertThat(acquire("a").fencingToken()).isEqualTo(5);
        assertThat(bench.backend.acquired).hasSize(2);
    }

    @Test
    void it_is_let_go_when_the_time_is_over_counted_from_the_last_release() throws Exception {
        acquire("a").close();
        bench.clock.advance(RETENTION.minusMillis(1));
        acquire("a").close();
        bench.clock.advance(RETENTION.minusMillis(1));
        assertThat(bench.engine.holds.retained.isEmpty()).isFalse();
        bench.clock.advance(Duration.ofMillis(1));
        awaitReleased(1);
        assertThat(ends("a")).containsExactly(RetentionEnd.REUSED, RetentionEnd.EXPIRED);
    }

    @Test
    void a_shorter_retention_than_before_counts() throws Exception {
        acquire("a").close();
        bench.client
                .lock("a")
                .acquire(OPTIONS.withRetention(Duration.ofMillis(100)))
                .close();
        bench.clock.advance(Duration.ofMillis(100));
        awaitReleased(1);
    }

    @Test
    void it_is_let_go_when_a_renewal_would_be_due() throws Exception {
        bench.client
                .lock("a")
                .acquire(OPTIONS.withRetention(Duration.ofHours(1)))
                .close();
        bench.clock.advance(LEASE.dividedBy(3).plusSeconds(1));
        awaitReleased(1);
        assertThat(bench.backend.renewed).isEmpty();
    }

    @Test
    void it_is_let_go_when_another_client_wants_it() throws Exception {
        acquire("a").close();
        bench.backend.context.reportWanted(bench.backend.idOf(0));
        awaitReleased(1);
        assertThat(holds("a")).containsExactly("Acquired", "Released");
        assertThat(ends("a")).containsExactly(RetentionEnd.RECALLED);
    }

    @Test
    void it_is_not_retained_if_another_client_wanted_it_while_it_was_held() throws Exception {
        LockHandle handle = acquire("a");
        bench.backend.context.reportWanted(bench.backend.idOf(0));
        handle.close();
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void it_is_not_retained_if_another_client_wanted_it_before_the_grant_was_here() throws Exception {
        bench.backend.thenAcquire(attempt -> {
            bench.backend.context.reportWanted(attempt.id());
            return bench.backend.grant(attempt);
        });
        acquire("a").close();
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_later_handle_knows_that_another_client_wanted_it() throws Exception {
        acquire("a").close();
        LockHandle second = acquire("a");
        bench.backend.context.reportWanted(bench.backend.idOf(0));
        second.close();
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void what_the_store_lost_is_not_handed_out() throws Exception {
        acquire("a").close();
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        awaitReleased(1);
        acquire("a");
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(holds("a")).containsExactly("Acquired", "Released", "Acquired");
        assertThat(ends("a")).containsExactly(RetentionEnd.DOUBTED);
    }

    @Test
    void what_the_store_does_not_vouch_for_is_not_handed_out() throws Exception {
        acquire("a").close();
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        awaitReleased(1);
    }

    @Test
    void after_a_sleep_of_the_machine_it_is_not_handed_out() throws Exception {
        acquire("a").close();
        bench.clock.sleep(LEASE);
        LockHandle second = acquire("a");
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(bench.backend.released).hasSize(1);
        assertThat(second.state()).isEqualTo(HandleState.HELD);
    }

    @Test
    void a_hold_that_is_not_certain_is_released_at_the_store() throws Exception {
        LockHandle handle = acquire("a");
        CountDownLatch renewal = new CountDownLatch(1);
        bench.backend.renew = grant -> {
            await().until(() -> renewal.getCount() == 0);
            return ScriptedBackend.renewalNotAnswered();
        };
        bench.backend.context.reportUncertain(bench.backend.idOf(0), "connection suspended");
        handle.close();
        renewal.countDown();
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_caller_with_other_wishes_has_it_released_first() throws Exception {
        acquire("a").close();
        assertThat(bench.client
                        .lock("a")
                        .tryAcquire(OPTIONS.withMaxWait(Duration.ZERO).withRenewal(Renewal.NONE)))
                .isPresent();
        assertThat(bench.backend.acquired).hasSize(2);
        assertThat(bench.backend.released).hasSize(1);
        acquire("b").close();
        assertThat(bench.client.lock("b").acquire(OPTIONS.withLease(LEASE.multipliedBy(2))))
                .isNotNull();
        assertThat(bench.backend.acquired).hasSize(4);
        assertThat(bench.backend.released).hasSize(2);
        assertThat(ends("b")).containsExactly(RetentionEnd.UNSUITABLE);
    }

    @Test
    void a_set_of_locks_has_its_members_released_first() throws Exception {
        acquire("a").close();
        bench.client.lockAll(List.of("a", "b")).acquire().close();
        assertThat(requests()).isEqualTo(4);
    }

    @Test
    void each_handle_has_its_own_cap() throws Exception {
        acquire("a").close();
        bench.clock.advance(Duration.ofSeconds(1));
        LockHandle capped = bench.client.lock("a").acquire(OPTIONS.withMaxHold(Duration.ofSeconds(2)));
        assertThat(requests()).isEqualTo(1);
        bench.clock.advance(Duration.ofSeconds(1));
        assertThat(capped.state()).isEqualTo(HandleState.HELD);
        bench.clock.advance(Duration.ofSeconds(1));
        assertThat(capped.state()).isEqualTo(HandleState.LOST);
        awaitReleased(1);
    }

    @Test
    void a_later_handle_is_renewed_and_lost_as_any_other() throws Exception {
        acquire("a").close();
        LockHandle second = acquire("a");
        bench.advanceUntil(Duration.ofSeconds(1), () -> !bench.backend.renewed.isEmpty());
        await().until(() -> second.remaining().compareTo(LEASE.dividedBy(2)) > 0);
        bench.backend.context.reportLost(bench.backend.idOf(0), "session ended");
        assertThat(second.state()).isEqualTo(HandleState.LOST);
        assertThat(holds("a")).endsWith("Lost");
    }

    @Test
    void the_one_that_was_released_longest_ago_goes_first() throws Exception {
        bench.close();
        bench = bench(2);
        for (String name : new String[] {"a", "b", "a", "c"}) {
            acquire(name).close();
        }
        await().until(() -> bench.backend.released.size() == 1);
        assertThat(bench.backend.released.get(0).name().value()).isEqualTo("b");
        assertThat(bench.engine.holds.retained.size()).isEqualTo(2);
        assertThat(ends("b")).containsExactly(RetentionEnd.DISPLACED);
    }

    @Test
    void a_waiter_of_the_same_client_is_no_reason_to_retain() throws Exception {
        LockHandle handle = acquire("a");
        CompletableFuture<LockHandle> other =
                bench.client.lock("a").acquireAsync(OPTIONS.withLease(LEASE.multipliedBy(2)));
        await().until(() ->
                bench.engine.acquisitions.all().size() == 1 && holds("a").contains("Contended"));
        handle.close();
        assertThat(bench.backend.released).hasSize(1);
        other.get(30, TimeUnit.SECONDS).close();
    }

    @Test
    void a_release_that_the_store_does_not_answer_is_compensated() throws Exception {
        acquire("a").close();
        bench.backend.thenRelease(attempt -> ScriptedBackend.releaseNotAnswered());
        bench.backend.context.reportWanted(bench.backend.idOf(0));
        bench.advanceUntil(Duration.ofMillis(20), () -> bench.backend.released.size() >= 2);
        bench.advanceUntil(Duration.ofSeconds(1), bench.engine.threads.timers::isEmpty);
    }

    @Test
    void inspect_tells_it_from_one_that_is_held() throws Exception {
        LockHandle handle = acquire("a");
        bench.backend.inspect =
                name -> Optional.of(new Holder(handle.fencingToken(), Optional.empty(), Optional.empty()));
        assertThat(bench.client.inspect("a")).map(Holder::isRetained).contains(false);
        handle.close();
        assertThat(bench.client.inspect("a")).map(Holder::isRetained).contains(true);
        bench.backend.inspect =
                name -> Optional.of(new Holder(handle.fencingToken() + 9, Optional.empty(), Optional.empty()));
        assertThat(bench.client.inspect("a"))
                .as("a later grant")
                .map(Holder::isRetained)
                .contains(false);
    }

    @Test
    void the_close_lets_all_go() throws Exception {
        acquire("a").close();
        acquire("b").close();
        bench.client.close();
        assertThat(bench.backend.released).hasSize(2);
        assertThat(bench.engine.holds.retained.isEmpty()).isTrue();
        await().untilAsserted(() ->
                assertThat(bench.events).contains(new LockEvent.RetentionEnded("a", 1, RetentionEnd.CLOSED)));
    }

    @Test
    void a_handle_that_is_held_at_the_close_is_lost_once() throws Exception {
        acquire("a").close();
        LockHandle second = acquire("a");
        bench.client.close();
        assertThat(second.state()).isEqualTo(HandleState.LOST);
        assertThat(bench.backend.released).hasSize(1);
    }

    @Test
    void a_store_that_does_not_recall_refuses_it() {
        bench.backend.declared = Set.of();
        assertThatThrownBy(() -> acquire("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RECALLS");
    }

    @Test
    void a_retained_lock_that_the_store_gave_to_others_is_not_reported_as_lost() throws Exception {
        acquire("a").close();
        bench.backend.release = attempt -> new ReleaseOutcome.NotOwner();
        bench.backend.context.reportWanted(bench.backend.idOf(0));
        await().until(() -> !bench.backend.released.isEmpty() && bench.engine.isIdle());
        assertThat(holds("a")).containsExactly("Acquired", "Released");
    }
}

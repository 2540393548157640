// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static dev.interlock.migrate.TwoStores.LEASE;
import static dev.interlock.migrate.TwoStores.LOCK;
import static dev.interlock.migrate.TwoStores.attempt;
import static dev.interlock.migrate.TwoStores.isGranted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Holder;
import dev.interlock.migrate.StoreUnderTest.Fault;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.forward.ForwardingBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The steps on a lock in two stores, and each fault in each of them. */
class BothStepsTest {

    private final TwoStores stores = new TwoStores();
    private final StoreUnderTest old = new StoreUnderTest(stores.old.backend());
    private final StoreUnderTest recent = new StoreUnderTest(stores.recent.backend());
    private final MigrationBackend both = stores.started(MigrationBackend.both(old, recent));

    @Test
    void a_lock_is_held_in_both_stores_and_free_in_both_afterwards() {
        Attempt attempt = attempt();
        Grant grant = granted(both.tryAcquire(attempt));
        assertThat(stores.isHeldInOld()).isTrue();
        assertThat(stores.isHeldInNew()).isTrue();
        assertThat(both.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        assertThat(both.release(attempt)).isInstanceOf(ReleaseOutcome.Released.class);
        assertThat(stores.isHeldInOld()).isFalse();
        assertThat(stores.isHeldInNew()).isFalse();
        assertThat(both.kept()).isZero();
    }

    @Test
    void the_old_store_is_asked_first_and_a_refusal_there_is_the_answer() {
        stores.oldOnly().tryAcquire(attempt());
        assertThat(both.tryAcquire(attempt())).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(recent.steps).isEmpty();
        assertThat(both.kept()).isZero();
    }

    @Test
    void a_refusal_of_the_new_store_gives_the_old_one_back() {
        stores.newOnly().tryAcquire(attempt());
        assertThat(both.tryAcquire(attempt())).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(stores.isHeldInOld()).isFalse();
    }

    @Test
    void the_new_store_is_released_first() {
        Attempt attempt = attempt();
        both.tryAcquire(attempt);
        List<String> order = new ArrayList<>();
        old.beforeRelease(() -> order.add("old"));
        recent.beforeRelease(() -> order.add("new"));
        both.release(attempt);
        assertThat(order).containsExactly("new", "old");
    }

    /** A waiter that the old store wakes finds the new one's lock free; the other way it would have to poll for it. */
    @Test
    void a_try_after_the_release_in_the_old_store_is_granted_whatever_the_release_does_next() {
        assertThat(isServedOnceTheOldStoreIsFree(both, old)).isTrue();
    }

    @Test
    void with_the_old_store_released_first_it_is_not() {
        StoreUnderTest first = new StoreUnderTest(stores.recent.backend());
        LockBackend mutant = stores.started(new ReleasesOldFirst(old, first));
        assertThat(isServedOnceTheOldStoreIsFree(mutant, first)).isFalse();
    }

    /** Another client tries when the last release that a client sends is on its way, and again when it has arrived. */
    private boolean isServedOnceTheOldStoreIsFree(LockBackend client, StoreUnderTest last) {
        Attempt attempt = attempt();
        client.tryAcquire(attempt);
        List<Boolean> oldIsFree = new ArrayList<>();
        List<Boolean> granted = new ArrayList<>();
        last.beforeRelease(() -> {
            oldIsFree.add(!stores.isHeldInOld());
            granted.add(isGranted(stores.both().tryAcquire(attempt())));
        });
        client.release(attempt);
        return !oldIsFree.get(0) || granted.get(0);
    }

    @Test
    void of_two_tries_at_the_same_time_one_is_granted() throws Exception {
        assertThat(grantsOfTwoTries(false)).isOne();
    }

    @Test
    void if_one_of_them_takes_the_new_store_first_none_is() throws Exception {
        assertThat(grantsOfTwoTries(true)).isZero();
    }

    /** Both are in step: each has its first answer before one asks for more, and its second before one gives back. */
    private long grantsOfTwoTries(boolean secondIsTheOtherWayRound) throws Exception {
        CyclicBarrier answered = new CyclicBarrier(2);
        CompletableFuture<AcquireOutcome> first = tried(answered, false);
        CompletableFuture<AcquireOutcome> second = tried(answered, secondIsTheOtherWayRound);
        return List.of(first.get(10, TimeUnit.SECONDS), second.get(10, TimeUnit.SECONDS)).stream()
                .filter(TwoStores::isGranted)
                .count();
    }

    private CompletableFuture<AcquireOutcome> tried(CyclicBarrier answered, boolean otherWayRound) {
        StoreUnderTest one = new StoreUnderTest(otherWayRound ? stores.recent.backend() : stores.old.backend());
        StoreUnderTest two = new StoreUnderTest(otherWayRound ? stores.old.backend() : stores.recent.backend());
        one.afterAcquire(() -> await(answered));
        // Only a client that has to give its first half back gets there, and then both do.
        one.beforeRelease(() -> await(answered));
        LockBackend client = stores.started(MigrationBackend.both(one, two));
        return CompletableFuture.supplyAsync(() -> client.tryAcquire(attempt()));
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_fault_of_an_attempt_in_the_old_store_leaves_nothing_once_it_is_compensated(Fault fault) {
        old.failAcquire(fault);
        Attempt attempt = attempt();
        AcquireOutcome outcome = both.tryAcquire(attempt);
        assertThat(isGranted(outcome)).isFalse();
        assertThat(outcome instanceof AcquireOutcome.Refused).isEqualTo(fault == Fault.REFUSED);
        assertThat(recent.steps).isEmpty();
        requireNothingLeft(attempt);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_fault_of_an_attempt_in_the_new_store_leaves_nothing_once_it_is_compensated(Fault fault) {
        recent.failAcquire(fault);
        Attempt attempt = attempt();
        AcquireOutcome outcome = both.tryAcquire(attempt);
        assertThat(isGranted(outcome)).isFalse();
        assertThat(outcome instanceof AcquireOutcome.Refused).isEqualTo(fault == Fault.REFUSED);
        requireNothingLeft(attempt);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void an_attempt_that_is_sent_again_after_a_fault_finds_what_it_has(Fault fault) {
        recent.failAcquire(fault);
        Attempt attempt = attempt();
        both.tryAcquire(attempt);
        assertThat(isGranted(both.tryAcquire(attempt))).isTrue();
        requireNothingLeft(attempt);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_half_that_cannot_be_given_back_makes_the_outcome_unknown(Fault fault) {
        Attempt other = attempt();
        LockBackend newOnly = stores.newOnly();
        newOnly.tryAcquire(other);
        old.failRelease(fault);
        Attempt attempt = attempt();
        assertThat(both.tryAcquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
        newOnly.release(other);
        requireNothingLeft(attempt);
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_release_with_a_fault_in_one_store_is_unknown_and_frees_the_other(Fault fault) {
        for (StoreUnderTest failing : List.of(old, recent)) {
            Attempt attempt = attempt();
            both.tryAcquire(attempt);
            failing.failRelease(fault);
            assertThat(both.release(attempt)).isInstanceOf(ReleaseOutcome.Unknown.class);
            assertThat(failing == old ? stores.isHeldInNew() : stores.isHeldInOld())
                    .isFalse();
            requireNothingLeft(attempt);
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void a_renewal_with_a_fault_in_one_store_is_unknown_and_the_next_one_is_not(Fault fault) {
        Attempt attempt = attempt();
        Grant grant = granted(both.tryAcquire(attempt));
        for (StoreUnderTest failing : List.of(old, recent)) {
            failing.failRenew(fault);
            assertThat(both.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Unknown.class);
            assertThat(both.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        }
    }

    @Test
    void the_loss_in_one_store_is_a_loss_and_the_other_stays_closed_for_the_rest_of_the_lease() {
        Attempt attempt = attempt();
        Grant grant = granted(both.tryAcquire(attempt));
        stores.old.clear();
        assertThat(both.renew(grant, LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(stores.both().tryAcquire(attempt())).isInstanceOf(AcquireOutcome.Contended.class);
        stores.clock.advance(LEASE);
        assertThat(isGranted(stores.both().tryAcquire(attempt()))).isTrue();

        assertThat(both.release(attempt)).isInstanceOf(ReleaseOutcome.NotOwner.class);
    }

    @Test
    void the_loss_in_the_new_store_is_a_loss() {
        Grant grant = granted(both.tryAcquire(attempt()));
        stores.recent.clear();
        assertThat(both.renew(grant, LEASE)).isInstanceOf(RenewOutcome.NotOwner.class);
    }

    @Test
    void the_validity_counts_from_the_first_request_also_if_the_second_store_is_late() {
        long before = stores.clock.nanoTime();
        old.afterAcquire(() -> stores.clock.advance(Duration.ofSeconds(3)));
        Grant grant = granted(both.tryAcquire(attempt()));
        assertThat(grant.sentNanos()).isEqualTo(before);
        assertThat(grant.lease()).isEqualTo(LEASE);
        stores.clock.advance(Duration.ofSeconds(2));
        RenewOutcome.Renewed renewed = (RenewOutcome.Renewed) both.renew(grant, LEASE);
        assertThat(renewed.sentNanos()).isEqualTo(before + Duration.ofSeconds(5).toNanos());
    }

    @Test
    void a_half_that_was_given_back_is_asked_for_under_another_id() {
        List<AttemptId> ids = new ArrayList<>();
        StoreUnderTest first = new StoreUnderTest(stores.old.backend()) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt) {
                ids.add(attempt.id());
                return super.tryAcquire(attempt);
            }
        };
        LockBackend client = stores.started(MigrationBackend.both(first, stores.recent.backend()));
        LockBackend newOnly = stores.newOnly();
        Attempt other = attempt();
        newOnly.tryAcquire(other);
        Attempt attempt = attempt();
        client.tryAcquire(attempt);
        newOnly.release(other);
        Grant grant = granted(client.tryAcquire(attempt));
        assertThat(ids).hasSize(2).doesNotHaveDuplicates();
        assertThat(grant.attempt()).isEqualTo(attempt);

        stores.old.lose(LOCK.value());
        assertThat(stores.context.lost()).containsExactly(attempt.id());
    }

    @Test
    void a_release_that_arrives_late_does_not_free_what_a_repetition_was_granted() {
        LockBackend newOnly = stores.newOnly();
        Attempt other = attempt();
        newOnly.tryAcquire(other);
        old.delayRelease();
        Attempt attempt = attempt();
        assertThat(both.tryAcquire(attempt)).isInstanceOf(AcquireOutcome.Unknown.class);
        newOnly.release(other);
        Grant grant = granted(both.tryAcquire(attempt));
        old.arrive();
        assertThat(stores.isHeldInOld()).isTrue();
        assertThat(both.renew(grant, LEASE)).isInstanceOf(RenewOutcome.Renewed.class);
        requireNothingLeft(attempt);
    }

    /** Such a waiter may look for hours: what it keeps must not grow with its looks. */
    @Test
    void after_a_lost_reply_each_further_look_costs_the_same() {
        old.failAcquire(Fault.LOST_REPLY);
        Attempt attempt = attempt();
        both.tryAcquire(attempt);
        stores.newOnly().tryAcquire(Attempt.of(LOCK, AttemptId.random(), Duration.ofHours(1), 1, null));
        both.tryAcquire(attempt);
        both.tryAcquire(attempt);
        int before = old.steps.size();
        both.tryAcquire(attempt);
        int cost = old.steps.size() - before;
        for (int i = 0; i < 10; i++) {
            both.tryAcquire(attempt);
        }
        assertThat(old.steps).hasSize(before + 11 * cost);
    }

    @Test
    void what_was_left_by_a_lost_reply_goes_when_the_old_store_refuses_the_repetition() {
        recent.failAcquire(Fault.LOST_REPLY);
        Attempt attempt = attempt();
        both.tryAcquire(attempt);
        stores.old.expire(LOCK.value());
        stores.oldOnly().tryAcquire(attempt());
        assertThat(both.tryAcquire(attempt)).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(stores.isHeldInNew()).isFalse();
    }

    @Test
    void inspect_shows_the_old_holder_and_without_one_the_new() {
        assertThat(both.inspect(LOCK)).isEmpty();
        Attempt attempt = attempt(1, "shop-1");
        Grant grant = granted(both.tryAcquire(attempt));
        assertThat(both.inspect(LOCK).flatMap(Holder::hint)).contains("shop-1");
        assertThat(both.inspect(LOCK).map(Holder::fencingToken)).contains(grant.token());
        both.release(attempt);
        stores.newOnly().tryAcquire(attempt(1, "shop-2"));
        assertThat(both.inspect(LOCK).flatMap(Holder::hint)).contains("shop-2");
    }

    @Test
    void tries_that_are_refused_are_not_kept() {
        stores.oldOnly().tryAcquire(attempt());
        for (int i = 0; i < 3; i++) {
            both.tryAcquire(attempt());
        }
        assertThat(both.kept()).isZero();
    }

    @Test
    void what_is_kept_of_attempts_whose_end_is_never_reported_is_swept() {
        LockBackend newOnly = stores.newOnly();
        newOnly.tryAcquire(Attempt.of(LOCK, AttemptId.random(), Duration.ofHours(1), 1, null));
        for (int i = 0; i < Takes.FIRST_SWEEP; i++) {
            both.tryAcquire(attempt());
        }
        assertThat(both.kept()).isEqualTo(Takes.FIRST_SWEEP);
        stores.clock.advance(LEASE.multipliedBy(13));
        both.tryAcquire(attempt());
        assertThat(both.kept()).isOne();
    }

    /** Releases until the answer is certain, as the engine does, and requires that other clients get in at once. */
    private void requireNothingLeft(Attempt attempt) {
        while (both.release(attempt) instanceof ReleaseOutcome.Unknown) {
            // The faults are used up.
        }
        assertThat(stores.isHeldInOld()).isFalse();
        assertThat(stores.isHeldInNew()).isFalse();
        Attempt next = attempt();
        assertThat(isGranted(stores.both().tryAcquire(next))).isTrue();
        stores.both().release(next);
    }

    private static Grant granted(AcquireOutcome outcome) {
        return ((AcquireOutcome.Granted) outcome).grant();
    }

    /** A mutant: the stores are taken in the right order, and released in the wrong one. */
    private static final class ReleasesOldFirst extends ForwardingBackend {

        private final LockBackend old;
        private final LockBackend recent;

        ReleasesOldFirst(LockBackend old, LockBackend recent) {
            super(MigrationBackend.both(old, recent));
            this.old = old;
            this.recent = recent;
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            ReleaseOutcome first = old.release(attempt);
            ReleaseOutcome second = recent.release(attempt);
            return first instanceof ReleaseOutcome.Released ? second : first;
        }
    }
}

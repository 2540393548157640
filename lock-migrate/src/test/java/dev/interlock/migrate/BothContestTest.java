// SPDX-License-Identifier: Apache-2.0
package dev.interlock.migrate;

import static dev.interlock.migrate.TwoStores.attempt;
import static dev.interlock.migrate.TwoStores.isGranted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.migrate.StoreUnderTest.Fault;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Contest;
import dev.interlock.spi.LockBackend;
import org.junit.jupiter.api.Test;

/** A waiter on both stores. */
class BothContestTest {

    private final TwoStores stores = new TwoStores();
    private final MigrationBackend both = stores.both();
    private final Attempt waiting = attempt();
    private final Contest contest = both.contest(waiting);

    @Test
    void a_release_in_the_old_store_wakes_it() {
        LockBackend oldOnly = stores.oldOnly();
        Attempt holder = attempt();
        oldOnly.tryAcquire(holder);
        assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(contest.signalled()).isTrue();
        assertThat(contest.signal().toCompletableFuture()).isNotDone();
        oldOnly.release(holder);
        assertThat(contest.signal().toCompletableFuture()).isDone();
        assertThat(isGranted(contest.attempt())).isTrue();
        contest.close();
        assertThat(stores.isHeldInNew()).isTrue();
        assertThat(both.kept()).isOne();
    }

    @Test
    void a_client_on_the_new_store_only_makes_it_wait_there_without_the_old_lock() {
        LockBackend newOnly = stores.newOnly();
        Attempt holder = attempt();
        newOnly.tryAcquire(holder);
        assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(stores.isHeldInOld()).isFalse();
        assertThat(contest.signal().toCompletableFuture()).isNotDone();
        newOnly.release(holder);
        assertThat(contest.signal().toCompletableFuture()).isDone();
        assertThat(isGranted(contest.attempt())).isTrue();
    }

    @Test
    void it_keeps_its_place_in_the_new_store_while_it_asks_again() {
        LockBackend newOnly = stores.newOnly();
        Attempt holder = attempt();
        newOnly.tryAcquire(holder);
        contest.attempt();
        Contest behind = newOnly.contest(attempt());
        behind.attempt();
        contest.attempt();
        newOnly.release(holder);
        assertThat(behind.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        assertThat(isGranted(contest.attempt())).isTrue();
        behind.close();
    }

    @Test
    void a_waiter_that_the_old_store_refuses_later_leaves_the_new_one() {
        LockBackend newOnly = stores.newOnly();
        Attempt holder = attempt();
        newOnly.tryAcquire(holder);
        contest.attempt();
        stores.both().tryAcquire(attempt());
        stores.oldOnly().tryAcquire(attempt());
        assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
        newOnly.release(holder);
        assertThat(isGranted(newOnly.tryAcquire(attempt()))).isTrue();
    }

    @Test
    void a_waiter_that_leaves_keeps_nothing() {
        LockBackend newOnly = stores.newOnly();
        Attempt holder = attempt();
        newOnly.tryAcquire(holder);
        contest.attempt();
        contest.close();
        assertThat(both.kept()).isZero();
        newOnly.release(holder);
        assertThat(isGranted(stores.newOnly().tryAcquire(attempt()))).isTrue();
        assertThat(isGranted(stores.oldOnly().tryAcquire(attempt()))).isTrue();
    }

    @Test
    void a_waiter_with_a_lost_reply_asks_again_and_finds_its_grant() {
        StoreUnderTest recent = new StoreUnderTest(stores.recent.backend());
        LockBackend client = stores.started(MigrationBackend.both(stores.old.backend(), recent));
        recent.failAcquire(Fault.LOST_REPLY);
        Contest there = client.contest(waiting);
        assertThat(there.attempt()).isInstanceOf(AcquireOutcome.Unknown.class);
        assertThat(isGranted(there.attempt())).isTrue();
        there.close();
        client.release(waiting);
        assertThat(stores.isHeldInOld() || stores.isHeldInNew()).isFalse();
    }

    @Test
    void the_signal_may_be_asked_for_before_the_first_attempt() {
        assertThat(contest.signal()).isNotNull();
        contest.close();
        assertThat(both.kept()).isZero();
    }
}

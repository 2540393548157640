// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.hold;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.interlock.AcquireOptions;
import dev.interlock.ClientOptions;
import dev.interlock.HandleState;
import dev.interlock.LockHandle;
import dev.interlock.LockName;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The renewals of many holds travel together, and what becomes of one is its own. */
class RenewalBatchesTest {

    private static final int HOLDS = 1_200;
    private static final Duration LEASE = EngineBench.LEASE;

    private final CountedRenewals bulk = new CountedRenewals();
    private final EngineBench bench;
    private final List<LockHandle> handles = new ArrayList<>();

    /** Held while the clock moves, so that a renewal which is due with others ends after all of these are due. */
    private final ReentrantLock advancing = new ReentrantLock();

    RenewalBatchesTest() {
        ScriptedBackend backend = new ScriptedBackend();
        backend.bulk = Optional.of(bulk);
        // One thread for holds that are well.
        bench = new EngineBench(ClientOptions.STANDARD.withRenewalThreads(2), backend);
        backend.renew = grant -> afterTheClock(grant, bench.backend::renewed);
    }

    private RenewOutcome afterTheClock(Grant grant, Function<Duration, RenewOutcome> renewal) {
        advancing.lock();
        try {
            return renewal.apply(grant.lease());
        } finally {
            advancing.unlock();
        }
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private void holdAll(AcquireOptions options) throws InterruptedException {
        for (int i = 0; i < HOLDS; i++) {
            handles.add(bench.client.lock("lock " + i).acquire(options));
        }
    }

    /** A thousand holds that began one after the other; none is due before a quarter of its lease, or after a third. */
    private static Set<Long> moments(EngineBench bench) {
        long third = LEASE.toNanos() / 3;
        Set<Long> moments = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            long sent = third / 1_000 * i;
            long due = bench.engine.holds.pace.nextDue(sent, LEASE);
            assertThat(due - sent).isBetween(third / 4 * 3, third);
            moments.add(due);
        }
        return moments;
    }

    @Test
    void holds_are_due_at_few_moments_where_their_renewals_can_travel_together() {
        assertThat(moments(bench)).as("a third has eight").hasSizeBetween(2, 11);
        try (EngineBench oneByOne = new EngineBench()) {
            assertThat(moments(oneByOne)).hasSizeGreaterThan(500);
        }
    }

    /** Passes the moments at which renewals may be due; a step is done before the next one begins. */
    private void passAThird() {
        Duration step = LEASE.dividedBy(90);
        for (int i = 0; i < 30; i++) {
            advancing.lock();
            try {
                bench.clock.advance(step);
            } finally {
                advancing.unlock();
            }
            await().pollInterval(Duration.ofMillis(1))
                    .until(() -> bench.engine.threads.renewals.steady().getActiveCount() == 0
                            && bench.engine.threads.renewals.steady().getQueue().isEmpty());
        }
    }

    @Test
    void holds_that_began_together_are_renewed_by_few_requests_and_no_later_than_a_third() throws InterruptedException {
        holdAll(EngineBench.ONCE);
        passAThird();
        await().untilAsserted(() ->
                assertThat(bulk.renewed + bench.backend.renewed.size()).isGreaterThanOrEqualTo(HOLDS));
        assertThat(bulk.sizes).allMatch(size -> size <= 500);
        assertThat(bulk.sizes.size() + bench.backend.renewed.size()).isLessThan(HOLDS / 4);
        assertThat(handles).allMatch(handle -> handle.remaining().compareTo(LEASE.dividedBy(2)) > 0);
    }

    @Test
    void a_hold_answered_with_not_owner_is_lost_alone() throws InterruptedException {
        bulk.outcome = grant -> grant.attempt().name().value().equals("lock 7")
                ? new RenewOutcome.NotOwner("another has it")
                : bench.backend.renewed(LEASE);
        bench.backend.renew = bulk.outcome;
        holdAll(EngineBench.ONCE);
        passAThird();
        await().until(() -> handles.get(7).state() == HandleState.LOST);
        assertThat(handles.stream().filter(handle -> handle.state() != HandleState.HELD))
                .hasSize(1);
    }

    @Test
    void renewals_without_an_answer_are_sent_again_one_by_one() throws InterruptedException {
        bulk.outcome = grant -> ScriptedBackend.renewalNotAnswered();
        holdAll(EngineBench.ONCE);
        passAThird();
        bench.advanceUntil(Duration.ofMillis(100), () -> bench.backend.renewed.size() >= HOLDS);
        assertThat(handles).allMatch(handle -> handle.state() == HandleState.HELD);
    }

    @Test
    void each_is_kept_for_the_lease_that_it_asked_for() throws InterruptedException {
        handles.add(bench.acquire("short"));
        handles.add(bench.client.lock("long").acquire(EngineBench.ONCE.withLease(LEASE.plusMillis(1))));
        passAThird();
        await().until(() -> bulk.leases.size() + bench.backend.renewed.size() >= 2);
        List<Duration> asked = new ArrayList<>(bulk.leases);
        asked.addAll(bench.backend.renewed);
        assertThat(asked).containsExactlyInAnyOrder(LEASE, LEASE.plusMillis(1));
    }

    /** Renews as the test says, and counts. */
    private final class CountedRenewals implements BulkSteps {

        private final List<Integer> sizes = new CopyOnWriteArrayList<>();
        private final List<Duration> leases = new CopyOnWriteArrayList<>();
        private volatile int renewed;
        private volatile Function<Grant, RenewOutcome> outcome = grant -> afterTheClock(grant, bench.backend::renewed);

        @Override
        public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
            sizes.add(grants.size());
            leases.add(lease);
            renewed = sizes.stream().mapToInt(Integer::intValue).sum();
            return grants.stream().map(outcome).toList();
        }

        @Override
        public boolean canAcquireAll(List<LockName> names) {
            return false;
        }

        @Override
        public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
            throw new IllegalStateException("not asked");
        }

        @Override
        public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
            throw new IllegalStateException("not asked");
        }
    }
}

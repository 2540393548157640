// SPDX-License-Identifier: Apache-2.0
package dev.interlock.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Capability;
import dev.interlock.LockClock;
import dev.interlock.LockName;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BackendContext;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Contest;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The steps for many locks in memory: what those of every store have to do. */
class MemoryBulkStepsTest {

    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ManualClock clock = new ManualClock();
    private final MemoryStore store = new MemoryStore();
    private final LockBackend backend = started(store.backend());
    private final BulkSteps bulk = backend.bulk().orElseThrow();

    private LockBackend started(LockBackend fresh) {
        fresh.start(new BackendContext() {
            @Override
            public LockClock clock() {
                return clock;
            }

            @Override
            public void reportLost(AttemptId id, String detail) {}

            @Override
            public void reportUncertain(AttemptId id, String detail) {}
        });
        return fresh;
    }

    private static Attempt attempt(String name, int tokens) {
        return Attempt.of(new LockName(name), AttemptId.random(), LEASE, tokens, null);
    }

    private static List<Attempt> attempts(String... names) {
        return Stream.of(names).map(name -> attempt(name, 1)).toList();
    }

    private List<Grant> granted(List<Attempt> attempts) {
        assertThat(bulk.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Granted.class);
        return ((AcquireAllOutcome.Granted) bulk.tryAcquireAll(attempts)).grants();
    }

    @Test
    void all_are_granted_in_the_order_of_the_attempts_each_with_its_tokens() {
        assertThat(backend.capabilities().has(Capability.GRANTS_ALL_AT_ONCE)).isTrue();
        List<Attempt> attempts = List.of(attempt("b", 3), attempt("a", 1), attempt("c", 2));
        assertThat(bulk.canAcquireAll(attempts.stream().map(Attempt::name).toList()))
                .isTrue();
        List<Grant> grants = granted(attempts);
        assertThat(grants).extracting(Grant::attempt).isEqualTo(attempts);
        assertThat(grants).extracting(Grant::token).containsExactly(1L, 4L, 5L);
        assertThat(granted(attempts("d")).get(0).token()).isEqualTo(7);
    }

    @Test
    void where_one_is_taken_none_is_granted_and_nothing_is_kept() {
        Grant first = granted(attempts("b")).get(0);
        clock.advance(Duration.ofSeconds(4));
        assertThat(bulk.tryAcquireAll(attempts("a", "b", "c")))
                .isEqualTo(new AcquireAllOutcome.Contended(new LockName("b"), Duration.ofSeconds(6)));
        assertThat(store.size()).isEqualTo(1);
        assertThat(backend.release(first.attempt())).isInstanceOf(ReleaseOutcome.Released.class);
    }

    @Test
    void a_repeated_request_finds_its_own_and_takes_what_has_expired_anew() {
        List<Attempt> attempts = attempts("a", "b");
        List<Grant> first = granted(attempts);
        store.expire("b");
        List<Grant> second = granted(attempts);
        assertThat(second.get(0).token()).isEqualTo(first.get(0).token());
        assertThat(second.get(1).token()).isGreaterThan(first.get(1).token());
    }

    @Test
    void a_repeated_request_that_finds_one_of_its_own_taken_leaves_it_the_others() {
        List<Attempt> attempts = attempts("a", "b");
        granted(attempts);
        store.expire("b");
        granted(attempts("b"));
        assertThat(bulk.tryAcquireAll(attempts)).isInstanceOf(AcquireAllOutcome.Contended.class);
        assertThat(bulk.releaseAll(attempts))
                .containsExactly(new ReleaseOutcome.Released(), new ReleaseOutcome.NotOwner());
    }

    @Test
    void it_overtakes_no_waiter_for_one_of_them() {
        Grant held = granted(attempts("b")).get(0);
        try (Contest contest = backend.contest(attempt("b", 1))) {
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Contended.class);
            assertThat(bulk.releaseAll(List.of(held.attempt()))).containsExactly(new ReleaseOutcome.Released());
            assertThat(contest.signal()).isCompleted();
            assertThat(bulk.tryAcquireAll(attempts("a", "b"))).isInstanceOf(AcquireAllOutcome.Contended.class);
            assertThat(contest.attempt()).isInstanceOf(AcquireOutcome.Granted.class);
        }
    }

    @Test
    void each_renewal_has_an_outcome_of_its_own() {
        List<Grant> grants = granted(attempts("a", "b", "c"));
        store.expire("b");
        long now = clock.nanoTime();
        List<RenewOutcome> outcomes = bulk.renewAll(grants, LEASE);
        assertThat(outcomes.get(0)).isEqualTo(new RenewOutcome.Renewed(now, LEASE));
        assertThat(outcomes.get(1)).isInstanceOf(RenewOutcome.NotOwner.class);
        assertThat(outcomes.get(2)).isEqualTo(new RenewOutcome.Renewed(now, LEASE));
    }
}

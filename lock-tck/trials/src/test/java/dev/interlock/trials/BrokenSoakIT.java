// SPDX-License-Identifier: Apache-2.0
package dev.interlock.trials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.memory.MemoryStore;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.soak.Soak;
import dev.interlock.tck.soak.SoakPlan;
import dev.interlock.tck.soak.SoakResult;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A soak finds out a broken store. */
@Tag("nightly")
class BrokenSoakIT {

    /** Its first four faults are lost replies to an acquire. */
    private static final long SEED_OF_LOST_GRANTS = 84_178;

    @Test
    void a_store_that_overwrites_the_owner_is_found_out() throws Exception {
        SoakPlan plan = new SoakPlan(Duration.ofSeconds(2), 7, 2, 2, 1);
        SoakResult result = Soak.run(new MemoryFixture(BrokenSoakIT::overwriting), plan);

        assertThat(result.passes()).as(result.toString()).isFalse();
        assertThat(result.verdicts().get("S: one owner at a time")).isInstanceOf(Verdict.Illegal.class);
        assertThat(result.toString()).contains("seed 7", "two owners at a time");
    }

    @Test
    void a_backend_that_takes_a_lost_reply_for_a_grant_is_found_out() throws Exception {
        SoakPlan plan = new SoakPlan(Duration.ofSeconds(2), SEED_OF_LOST_GRANTS, 3, 2, 1);
        SoakResult result =
                Soak.run(MutantFixture.ofBackends(new MemoryFixture(), BrokenSoakIT::takingLostRepliesForGrants), plan);

        assertThat(result.faults().get("LOST_REPLY")).as(result.toString()).isPositive();
        assertThat(result.verdicts().get("S: one owner at a time"))
                .as(result.toString())
                .isInstanceOf(Verdict.Illegal.class);
    }

    /** Without the faults on the way to the store there is nothing to find: they are what finds it. */
    private static LockBackend takingLostRepliesForGrants(LockBackend to) {
        AtomicLong last = new AtomicLong();
        return new ForwardingBackend(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                long sent = System.nanoTime();
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Granted granted) {
                    last.set(granted.grant().token());
                    return outcome;
                }
                return outcome instanceof AcquireOutcome.Unknown
                        ? new AcquireOutcome.Granted(Grant.of(attempt, last.incrementAndGet(), sent, attempt.lease()))
                        : outcome;
            }
        };
    }

    private static LockBackend overwriting(LockBackend to, MemoryStore store) {
        return new ForwardingBackend(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Contended) {
                    store.expire(attempt.name().value());
                    return step.get();
                }
                return outcome;
            }
        };
    }
}

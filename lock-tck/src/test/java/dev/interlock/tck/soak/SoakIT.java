// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.soak;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.memory.MemoryStore;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.memory.MemoryFixture;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A soak passes on a sound store, and finds out a broken one. */
class SoakIT extends SoakTck<AutoCloseable> {

    SoakIT() {
        super(() -> () -> {}, memory -> new MemoryFixture());
    }

    @Test
    void a_store_that_overwrites_the_owner_is_found_out() throws Exception {
        SoakPlan plan = new SoakPlan(Duration.ofSeconds(2), 7, 2, 2, 1);
        SoakResult result = Soak.run(new MemoryFixture(SoakIT::overwriting), plan);

        assertThat(result.passes()).as(result.toString()).isFalse();
        assertThat(result.verdicts().get("S: one owner at a time")).isInstanceOf(Verdict.Illegal.class);
        assertThat(result.toString()).contains("seed 7", "two owners at a time");
    }

    private static LockBackend overwriting(LockBackend to, MemoryStore store) {
        return new ForwardingBackend(to) {
            @Override
            protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
                AcquireOutcome outcome = step.get();
                if (outcome instanceof AcquireOutcome.Contended) {
                    boolean unused = store.expire(attempt.name().value());
                    return step.get();
                }
                return outcome;
            }
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.trials;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.Holder;
import dev.interlock.LockName;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.mutants.MutantFixture;
import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.Grant;
import dev.interlock.spi.LockBackend;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** At a store that is far away the rules of exclusion neither fail nor pass whatever the store does. */
@Execution(ExecutionMode.CONCURRENT)
class FarStoreTest {

    /** More than any answer takes: only a broken backend uses it up. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @ParameterizedTest
    @EnumSource(names = {"ACQ_1", "EXP_2"})
    void a_sound_store_that_is_50_ms_away_breaks_neither(Rule rule) {
        assertThat(results(new MemoryFixture(), rule))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.outcome())
                        .as(result.test() + " " + result.message())
                        .isEqualTo(Outcome.PASSED));
    }

    @ParameterizedTest
    @CsvSource({"acq-set-without-nx, ACQ_1", "exp-half, EXP_2", "exp-nearest-second, EXP_2"})
    void a_broken_store_that_is_50_ms_away_is_rejected(String id, Rule rule) {
        Mutant mutant = MutantCatalog.of("memory").stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow();
        assertThat(results(mutant.fixture().get(), rule))
                .extracting(RuleResult::outcome)
                .contains(Outcome.FAILED);
    }

    private static List<RuleResult> results(LockFixture near, Rule rule) {
        LockFixture far = new ForwardingFixture(MutantFixture.ofBackends(near, Far::new)) {
            @Override
            public Duration patience() {
                return PATIENCE;
            }
        };
        return TckRunner.run(far, EnumSet.of(rule), result -> {});
    }

    private static final class Far extends ForwardingBackend {

        private static final long WAY_MILLIS = 50;
        private static final CountDownLatch NEVER = new CountDownLatch(1);

        Far(LockBackend to) {
            super(to);
        }

        @Override
        protected AcquireOutcome acquire(Attempt attempt, Supplier<AcquireOutcome> step) {
            return thereAndBack(step);
        }

        @Override
        public RenewOutcome renew(Grant grant, Duration lease) {
            return thereAndBack(() -> super.renew(grant, lease));
        }

        @Override
        public ReleaseOutcome release(Attempt attempt) {
            return thereAndBack(() -> super.release(attempt));
        }

        @Override
        public Optional<Holder> inspect(LockName name) {
            return thereAndBack(() -> super.inspect(name));
        }

        private static <T> T thereAndBack(Supplier<T> step) {
            travel();
            T answer = step.get();
            travel();
            return answer;
        }

        private static void travel() {
            try {
                boolean arrived = NEVER.await(WAY_MILLIS, TimeUnit.MILLISECONDS);
                assertThat(arrived).isFalse();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.internal.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.interlock.ClientOptions;
import dev.interlock.LockName;
import dev.interlock.internal.client.EngineBench;
import dev.interlock.internal.client.ScriptedBackend;
import dev.interlock.spi.AcquireAllOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.AttemptId;
import dev.interlock.spi.BulkSteps;
import dev.interlock.spi.Grant;
import dev.interlock.spi.ReleaseOutcome;
import dev.interlock.spi.RenewOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever a backend does in a step for many locks, each of them has its outcome. */
class SafeBulkStepsTest {

    private static final List<Attempt> TWO = List.of(attempt("a"), attempt("b"));
    private static final List<Grant> GRANTS = TWO.stream()
            .map(attempt -> Grant.of(attempt, 1, 0, EngineBench.LEASE))
            .toList();

    private final Scripted scripted = new Scripted();
    private final EngineBench bench;
    private final BulkSteps steps;

    SafeBulkStepsTest() {
        ScriptedBackend backend = new ScriptedBackend();
        backend.bulk = Optional.of(scripted);
        bench = new EngineBench(ClientOptions.STANDARD, backend);
        steps = bench.engine.backend.bulk().orElseThrow();
    }

    @AfterEach
    void close() {
        bench.close();
    }

    private static Attempt attempt(String name) {
        return Attempt.of(new LockName(name), AttemptId.random(), EngineBench.LEASE, 1, "test");
    }

    @Test
    void outcomes_that_fit_are_passed_on() {
        scripted.acquired = () -> new AcquireAllOutcome.Granted(GRANTS);
        scripted.renewed =
                () -> List.of(new RenewOutcome.Renewed(7, EngineBench.LEASE), new RenewOutcome.NotOwner("x"));
        scripted.released = () -> List.of(new ReleaseOutcome.Released(), new ReleaseOutcome.NotOwner());
        assertThat(steps.canAcquireAll(List.of(new LockName("a")))).isTrue();
        assertThat(steps.canAcquireAll(List.of())).isFalse();
        assertThat(steps.tryAcquireAll(TWO)).isEqualTo(new AcquireAllOutcome.Granted(GRANTS));
        assertThat(steps.renewAll(GRANTS, EngineBench.LEASE)).isEqualTo(scripted.renewed.get());
        assertThat(steps.releaseAll(TWO)).isEqualTo(scripted.released.get());
    }

    @Test
    void an_exception_means_no_answer_for_each_lock() {
        scripted.acquired = () -> {
            throw new IllegalStateException("planted");
        };
        scripted.renewed = () -> {
            throw new IllegalStateException("planted");
        };
        scripted.released = () -> {
            throw new StackOverflowError("planted");
        };
        requireNoAnswers("planted");
    }

    @Test
    void no_outcomes_at_all_are_no_answer_for_each() {
        requireNoAnswers("the backend gave no outcome");
    }

    @Test
    void too_few_outcomes_are_no_answer_for_each() {
        scripted.acquired = () -> new AcquireAllOutcome.Granted(GRANTS.subList(0, 1));
        scripted.renewed = () -> List.of(new RenewOutcome.NotOwner("x"));
        scripted.released = () -> List.of(new ReleaseOutcome.Released());
        requireNoAnswers("the backend gave 1 outcomes for 2 locks");
    }

    private void requireNoAnswers(String why) {
        assertThat(steps.tryAcquireAll(TWO))
                .asInstanceOf(type(AcquireAllOutcome.Unknown.class))
                .satisfies(unknown -> assertThat(unknown.cause()).hasMessageContaining(why));
        assertThat(steps.renewAll(GRANTS, EngineBench.LEASE))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each)
                        .asInstanceOf(type(RenewOutcome.Unknown.class))
                        .satisfies(unknown -> assertThat(unknown.cause()).hasMessageContaining(why)));
        assertThat(steps.releaseAll(TWO))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each)
                        .asInstanceOf(type(ReleaseOutcome.Unknown.class))
                        .satisfies(unknown -> assertThat(unknown.cause()).hasMessageContaining(why)));
    }

    @Test
    void a_closed_client_asks_the_backend_for_nothing() {
        bench.close();
        scripted.asked = 0;
        assertThat(steps.tryAcquireAll(TWO))
                .asInstanceOf(type(AcquireAllOutcome.Refused.class))
                .satisfies(refused -> {
                    assertThat(refused.retryable()).isFalse();
                    assertThat(refused.cause()).hasMessageContaining("is closed");
                });
        assertThat(steps.renewAll(GRANTS, EngineBench.LEASE))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).isInstanceOf(RenewOutcome.Unknown.class));
        assertThat(steps.releaseAll(TWO))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each).isInstanceOf(ReleaseOutcome.Unknown.class));
        assertThat(scripted.asked).isZero();
    }

    @Test
    void an_interrupt_does_not_get_into_a_request_to_acquire_and_is_kept() {
        scripted.acquired = () -> Thread.currentThread().isInterrupted()
                ? new AcquireAllOutcome.Unknown(new IllegalStateException("interrupted"))
                : new AcquireAllOutcome.Granted(GRANTS);
        Thread.currentThread().interrupt();
        AcquireAllOutcome outcome = steps.tryAcquireAll(TWO);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isInstanceOf(AcquireAllOutcome.Granted.class);
    }

    /** Returns the outcomes that the test set; without any it gives no outcome. */
    private static final class Scripted implements BulkSteps {

        private Supplier<@Nullable AcquireAllOutcome> acquired = () -> null;
        private Supplier<@Nullable List<RenewOutcome>> renewed = () -> null;
        private Supplier<@Nullable List<ReleaseOutcome>> released = () -> null;
        private int asked;

        @Override
        public boolean canAcquireAll(List<LockName> names) {
            return !names.isEmpty();
        }

        @Override
        public AcquireAllOutcome tryAcquireAll(List<Attempt> attempts) {
            asked++;
            return acquired.get();
        }

        @Override
        public List<RenewOutcome> renewAll(List<Grant> grants, Duration lease) {
            asked++;
            return renewed.get();
        }

        @Override
        public List<ReleaseOutcome> releaseAll(List<Attempt> attempts) {
            asked++;
            return released.get();
        }
    }
}

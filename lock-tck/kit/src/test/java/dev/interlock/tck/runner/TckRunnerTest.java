// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.spi.AcquireOutcome;
import dev.interlock.spi.Attempt;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.forward.ForwardingBackend;
import dev.interlock.tck.memory.MemoryFixture;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The runner tells kept, broken, neither and not exercised apart. */
class TckRunnerTest {

    @Test
    void a_rule_that_is_kept_passes_with_evidence_and_is_told_as_progress() {
        List<RuleResult> progress = new ArrayList<>();
        List<RuleResult> results = TckRunner.run(new MemoryFixture(), EnumSet.of(Rule.TOK_5), progress::add);
        assertThat(results).hasSize(1).isEqualTo(progress);
        assertThat(results.get(0).rule()).isEqualTo(Rule.TOK_5);
        assertThat(results.get(0).outcome()).isEqualTo(Outcome.PASSED);
        assertThat(results.get(0).evidence()).containsExactly("1000 holds in a row, each with a greater token");
    }

    @Test
    void rules_may_run_beside_each_other_and_are_told_one_at_a_time() {
        Set<Rule> rules = EnumSet.range(Rule.ACQ_1, Rule.REL_6);
        AtomicInteger telling = new AtomicInteger();
        List<RuleResult> progress = new ArrayList<>();
        List<RuleResult> results = TckRunner.run(new MemoryFixture(), rules, 4, result -> {
            assertThat(telling.incrementAndGet()).isEqualTo(1);
            progress.add(result);
            telling.decrementAndGet();
        });
        assertThat(results).extracting(RuleResult::rule).isSorted().containsAll(rules);
        assertThat(results).allMatch(result -> result.outcome() == Outcome.PASSED);
        assertThat(progress).containsExactlyInAnyOrderElementsOf(results);
    }

    @Test
    void two_rules_are_under_way_at_once_if_two_may() {
        CountDownLatch both = new CountDownLatch(2);
        List<RuleResult> results = TckRunner.run(
                bare(backend -> {
                    both.countDown();
                    await(both);
                    return backend;
                }),
                EnumSet.of(Rule.TOK_3, Rule.TOK_5),
                2,
                result -> {});
        assertThat(results).hasSizeGreaterThan(1).allMatch(result -> result.outcome() == Outcome.PASSED);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(100, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_rule_that_is_broken_fails_with_what_was_seen_and_where() {
        RuleResult result = onlyResult(Rule.TOK_3, bare(backend -> new ForwardingBackend(backend) {
            @Override
            public AcquireOutcome tryAcquire(Attempt attempt) {
                return new AcquireOutcome.Contended(attempt.lease());
            }
        }));
        assertThat(result.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(result.rule()).isEqualTo(Rule.TOK_3);
        assertThat(result.store()).isEqualTo("memory without hooks");
        assertThat(result.title()).isEqualTo("reserved tokens are consecutive and the next grant lies above them");
        assertThat(result.message()).startsWith("'tck-").doesNotContain("TOK-3", Rule.TOK_3.lookAtFirst());
    }

    @Test
    void a_test_that_ends_in_another_way_is_an_error() {
        RuleResult result = onlyResult(Rule.TOK_3, bare(backend -> {
            throw new IllegalStateException("no backend today");
        }));
        assertThat(result.outcome()).isEqualTo(Outcome.ERROR);
        assertThat(result.message()).contains("no backend today");
    }

    @Test
    void a_missing_hook_is_not_exercised_rather_than_passed() {
        Set<Rule> needHooks = EnumSet.of(
                Rule.REL_5,
                Rule.REN_8,
                Rule.EXP_4,
                Rule.TOK_4,
                Rule.ERR_1,
                Rule.ERR_2,
                Rule.ERR_5,
                Rule.ERR_6,
                Rule.ERR_7,
                Rule.ERR_8,
                Rule.ERR_9);
        List<RuleResult> results = TckRunner.run(bare(backend -> backend), needHooks, result -> {});
        assertThat(results).extracting(RuleResult::rule).containsAll(needHooks);
        assertThat(results).allSatisfy(result -> {
            assertThat(result.outcome()).isEqualTo(Outcome.NOT_EXERCISED);
            assertThat(result.message()).startsWith("the fixture ");
        });
    }

    private static RuleResult onlyResult(Rule rule, LockFixture fixture) {
        List<RuleResult> results = TckRunner.run(fixture, EnumSet.of(rule), result -> {});
        assertThat(results).isNotEmpty();
        return results.get(0);
    }

    /** A fixture without hooks. */
    private static LockFixture bare(UnaryOperator<LockBackend> change) {
        MemoryFixture base = new MemoryFixture();
        return new LockFixture() {
            @Override
            public LockBackend openBackend() {
                return change.apply(base.openBackend());
            }

            @Override
            public String description() {
                return "memory without hooks";
            }
        };
    }
}

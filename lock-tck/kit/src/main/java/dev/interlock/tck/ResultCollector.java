// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/** Turns what the JUnit Platform tells of a {@linkplain TckRun run} into {@link RuleResult}s. Used by one thread. */
final class ResultCollector implements TestExecutionListener {

    private final TckRun run;
    private final Consumer<? super RuleResult> progress;
    private final List<RuleResult> results = new ArrayList<>();
    private final Map<String, Stopwatch> running = new HashMap<>();
    private final List<Throwable> outsideOfRules = new ArrayList<>();

    ResultCollector(TckRun run, Consumer<? super RuleResult> progress) {
        this.run = run;
        this.progress = progress;
    }

    List<RuleResult> results() {
        if (!outsideOfRules.isEmpty()) {
            throw new IllegalStateException("the kit could not be run", outsideOfRules.get(0));
        }
        return results.stream()
                .sorted(Comparator.comparing(RuleResult::rule).thenComparing(RuleResult::test))
                .toList();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        running.put(test.getUniqueId(), new Stopwatch());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        TckRunner.provenBy(test.getSource()).ifPresent(rule -> add(test, rule, Outcome.NOT_EXERCISED, reason));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<Throwable> thrown = result.getThrowable();
        if (test.isContainer()) {
            thrown.ifPresent(outsideOfRules::add);
            return;
        }
        TckRunner.provenBy(test.getSource()).ifPresent(rule -> add(test, rule, thrown));
    }

    private void add(TestIdentifier test, Rule rule, Optional<Throwable> thrown) {
        if (thrown.isEmpty()) {
            add(test, rule, Outcome.PASSED, "");
        } else if (thrown.get() instanceof RuleBrokenError broken && broken.rule() == rule) {
            add(test, rule, Outcome.FAILED, broken.reason());
        } else if (thrown.get() instanceof RuleNotExercisedException notExercised) {
            add(test, rule, Outcome.NOT_EXERCISED, notExercised.reason());
        } else {
            add(test, rule, Outcome.ERROR, describe(thrown.get()));
        }
    }

    private static String describe(Throwable thrown) {
        return thrown instanceof AssertionError || thrown instanceof TestAbortedException
                ? String.valueOf(thrown.getMessage())
                : thrown.toString();
    }

    private void add(TestIdentifier test, Rule rule, Outcome outcome, String message) {
        Stopwatch watch = running.remove(test.getUniqueId());
        Observations told = run.observations(test.getUniqueId());
        RuleResult result = new RuleResult(
                rule,
                run.fixture().description(),
                ((MethodSource) test.getSource().orElseThrow()).getMethodName(),
                outcome,
                message,
                told.evidence(),
                told.findings(),
                told.history(),
                watch == null ? Duration.ZERO : watch.elapsed());
        results.add(result);
        progress.accept(result);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.Rule;
import dev.interlock.tck.rules.Observations;
import dev.interlock.tck.rules.RuleBrokenError;
import dev.interlock.tck.rules.RuleNotExercisedException;
import dev.interlock.tck.rules.TckRun;
import dev.interlock.tck.time.Stopwatch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/**
 * Turns the JUnit Platform's reports of a {@linkplain TckRun run} into {@link RuleResult}s. Thread-safe, because
 * several rules may run at a time.
 */
final class ResultCollector implements TestExecutionListener {

    private final TckRun run;
    private final Consumer<? super RuleResult> progress;
    private final List<RuleResult> results = new ArrayList<>();
    private final Map<String, Stopwatch> running = new ConcurrentHashMap<>();
    private final List<Throwable> outsideOfRules = new CopyOnWriteArrayList<>();
    private final ReentrantLock telling = new ReentrantLock();

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
        TckRunner.provenBy(test.getSource()).ifPresent(rule -> {
            RuleNotExercisedException skipped =
                    new RuleNotExercisedException(rule, run.fixture().description(), reason);
            add(test, Optional.of(skipped));
        });
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<Throwable> thrown = result.getThrowable();
        if (test.isContainer()) {
            thrown.ifPresent(outsideOfRules::add);
            return;
        }
        TckRunner.provenBy(test.getSource()).ifPresent(rule -> add(test, thrown));
    }

    /** Returns the result of a test of the kit, whichever tool ran it. */
    static RuleResult result(
            TestIdentifier test, String store, Optional<Throwable> thrown, Observations observed, Duration duration) {
        Rule rule = TckRunner.provenBy(test.getSource()).orElseThrow();
        Outcome outcome = Outcome.PASSED;
        String message = "";
        if (thrown.isPresent() && thrown.get() instanceof RuleBrokenError broken && broken.rule() == rule) {
            outcome = Outcome.FAILED;
            message = broken.reason();
        } else if (thrown.isPresent() && thrown.get() instanceof RuleNotExercisedException notExercised) {
            outcome = Outcome.NOT_EXERCISED;
            message = notExercised.reason();
        } else if (thrown.isPresent()) {
            outcome = Outcome.ERROR;
            message = describe(thrown.get());
        }
        return new RuleResult(
                rule,
                store,
                ((MethodSource) test.getSource().orElseThrow()).getMethodName(),
                outcome,
                message,
                observed.evidence(),
                observed.findings(),
                observed.history(),
                duration);
    }

    private static String describe(Throwable thrown) {
        return thrown instanceof AssertionError || thrown instanceof TestAbortedException
                ? String.valueOf(thrown.getMessage())
                : thrown.toString();
    }

    private void add(TestIdentifier test, Optional<Throwable> thrown) {
        Stopwatch watch = running.remove(test.getUniqueId());
        RuleResult result = result(
                test,
                run.fixture().description(),
                thrown,
                run.observations(test.getUniqueId()),
                watch == null ? Duration.ZERO : watch.elapsed());
        telling.lock();
        try {
            results.add(result);
            progress.accept(result);
        } finally {
            telling.unlock();
        }
    }
}

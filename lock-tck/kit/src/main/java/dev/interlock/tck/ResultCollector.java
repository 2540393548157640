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
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/** Turns what the JUnit Platform tells into {@link RuleResult}s. Used by one thread. */
final class ResultCollector implements TestExecutionListener {

    private final Consumer<? super RuleResult> progress;
    private final List<RuleResult> results = new ArrayList<>();
    private final Map<String, Published> published = new HashMap<>();
    private final Map<String, Patience.Stopwatch> running = new HashMap<>();
    private final List<Throwable> outsideOfRules = new ArrayList<>();

    ResultCollector(Consumer<? super RuleResult> progress) {
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
        running.put(test.getUniqueId(), new Patience.Stopwatch());
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        published.computeIfAbsent(test.getUniqueId(), id -> new Published()).add(entry.getKeyValuePairs());
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        add(test, Outcome.NOT_EXERCISED, reason);
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Optional<Throwable> thrown = result.getThrowable();
        if (test.isContainer()) {
            thrown.ifPresent(outsideOfRules::add);
            return;
        }
        String message = thrown.map(ResultCollector::describe).orElse("");
        add(test, outcome(test, result), message);
    }

    private static Outcome outcome(TestIdentifier test, TestExecutionResult result) {
        String message = result.getThrowable().map(Throwable::getMessage).orElse("");
        return switch (result.getStatus()) {
            case SUCCESSFUL -> Outcome.PASSED;
            case ABORTED -> message.startsWith(RuleTest.NOT_EXERCISED) ? Outcome.NOT_EXERCISED : Outcome.ERROR;
            case FAILED ->
                result.getThrowable().orElseThrow() instanceof AssertionError && message.startsWith(id(test))
                        ? Outcome.FAILED
                        : Outcome.ERROR;
        };
    }

    private static String describe(Throwable thrown) {
        return thrown instanceof AssertionError || thrown instanceof TestAbortedException
                ? String.valueOf(thrown.getMessage())
                : thrown.toString();
    }

    private static String id(TestIdentifier test) {
        return TckRunner.provenBy(test.getSource()).orElseThrow().id() + ": ";
    }

    private void add(TestIdentifier test, Outcome outcome, String message) {
        Optional<Rule> rule = TckRunner.provenBy(test.getSource());
        if (rule.isEmpty()) {
            return;
        }
        Patience.Stopwatch watch = running.remove(test.getUniqueId());
        Published told = published.getOrDefault(test.getUniqueId(), new Published());
        RuleResult result = new RuleResult(
                rule.get(),
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

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.runner;

import dev.interlock.tck.LockTck;
import dev.interlock.tck.rules.Observations;
import dev.interlock.tck.rules.Subject;
import dev.interlock.tck.time.Stopwatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId.Segment;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Summarizes the rules of each {@link LockTck} that a build runs. It logs one line after the rules have run, because a
 * quiet build does not show the rules that were not exercised. It writes files to the directory that
 * {@value #DIRECTORY} names, and after a run of the whole contract a {@link Statement} to the directory that
 * {@value #STATEMENTS} names. The JUnit Platform finds it. Thread-safe.
 */
public final class SummaryListener implements TestExecutionListener {

    /** The system property with the directory for the summaries; without it no files are written. */
    static final String DIRECTORY = "interlock.tck.summary";

    /** The system property with the directory for the statements; without it none are written. */
    static final String STATEMENTS = Subject.STATEMENTS;

    private static final Logger LOG = LoggerFactory.getLogger(LockTck.class);

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<RuleResult>> results = new TreeMap<>();
    private final Map<String, Subject> subjects = new ConcurrentHashMap<>();
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    /** A test, with the entries that it has published so far. */
    private record Running(Stopwatch watch, Observations observations) {}

    /** For the JUnit Platform. */
    public SummaryListener() {
        // Nothing to set up.
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (TckRunner.provenBy(test.getSource()).isPresent()) {
            running.put(test.getUniqueId(), new Running(new Stopwatch(), new Observations()));
        }
    }

    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        Running known = running.get(test.getUniqueId());
        if (known != null) {
            entry.getKeyValuePairs().forEach(known.observations()::add);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        Running known = running.remove(test.getUniqueId());
        if (known == null) {
            return;
        }
        RuleResult ended = ResultCollector.result(
                test,
                known.observations().store(),
                result.getThrowable(),
                known.observations(),
                known.watch().elapsed());
        Subject subject = known.observations().subject();
        if (subject != null) {
            subjects.put(classOf(test), subject);
        }
        lock.lock();
        try {
            results.computeIfAbsent(classOf(test), none -> new ArrayList<>()).add(ended);
        } finally {
            lock.unlock();
        }
    }

    private static String classOf(TestIdentifier test) {
        return test.getUniqueIdObject().getSegments().stream()
                .filter(segment -> segment.getType().equals("class"))
                .map(Segment::getValue)
                .findFirst()
                .orElse("kit");
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        lock.lock();
        try {
            results.forEach(this::sumUp);
            results.clear();
            subjects.clear();
        } finally {
            lock.unlock();
        }
    }

    private void sumUp(String testClass, List<RuleResult> results) {
        KitSummary summary = KitSummary.of(results);
        LOG.info("{}", summary.line());
        String directory = System.getProperty(DIRECTORY);
        if (directory != null) {
            try {
                summary.write(Path.of(directory), testClass);
            } catch (IOException e) {
                LOG.warn("the summary of {} could not be written to {}", testClass, directory, e);
            }
        }
        String statements = System.getProperty(STATEMENTS);
        if (statements != null) {
            state(testClass, summary, Path.of(statements));
        }
    }

    private void state(String testClass, KitSummary summary, Path directory) {
        Subject subject = subjects.get(testClass);
        if (subject == null || !summary.isWhole()) {
            LOG.warn("there is no statement of {}, because a part of the contract was run", testClass);
            return;
        }
        try {
            Path file = new Statement(StatementLabel.ofProperties(testClass), subject, summary).write(directory);
            LOG.info("the statement of {} is {}", testClass, file);
        } catch (IOException | IllegalArgumentException e) {
            LOG.warn("the statement of {} could not be written to {}", testClass, directory, e);
        }
    }
}

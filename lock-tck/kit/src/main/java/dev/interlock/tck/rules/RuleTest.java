// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.rules;

import dev.interlock.LockClock;
import dev.interlock.LockException;
import dev.interlock.tck.LevelFinding;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import dev.interlock.tck.context.StandaloneContext;
import dev.interlock.tck.history.History;
import dev.interlock.tck.history.Verdict;
import dev.interlock.tck.time.Awaiter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.opentest4j.TestAbortedException;
import org.slf4j.helpers.MessageFormatter;

/**
 * The base of a rule's test: its requirements, waits, observations and threads. Observations go to the
 * {@link Observations} of the run, and as text to JUnit's reports.
 *
 * <p>Rules wait for leases most of the time, so they may run in parallel if JUnit's parallel execution is on: each has
 * its own names and clients. A rule that needs the store for itself requests {@link #STORE}.
 */
@ExtendWith({RuleChoice.class, RunParameters.class, UnexpectedFailures.class})
@Execution(ExecutionMode.CONCURRENT)
@Timeout(value = RuleTest.LIMIT_MINUTES, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@ResourceLock(value = RuleTest.STORE, mode = ResourceAccessMode.READ)
public abstract class RuleTest {

    /**
     * The resource name for the store and JVM that the rules share: a rule locks it before it stops, empties or counts
     * the whole.
     */
    public static final String STORE = "interlock.tck.store";

    /** Far above what a rule takes: it ends one whose step does not return. */
    static final int LIMIT_MINUTES = 5;

    /** The clock of the backends and clients that a rule starts. */
    private static final LockClock CLOCK = new StandaloneContext().clock();

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "tck-rule");
        thread.setDaemon(true);
        return thread;
    });

    private Rule rule;
    private LockFixture fixture;
    private Observations observations;
    private TestReporter reporter;

    @BeforeEach
    void begin(TestInfo info, Supplier<LockFixture> ofThisKit, Observations ofThisTest, TestReporter testReporter) {
        rule = info.getTestMethod().orElseThrow().getAnnotation(Proves.class).value();
        fixture = ofThisKit.get();
        observations = ofThisTest;
        reporter = testReporter;
        observe(Observations.STORE, fixture.description());
        if (rule == Rule.ACQ_1 && System.getProperty(Subject.STATEMENTS) != null) {
            // One rule is enough, since a run for a statement has all of them.
            observe(Observations.SUBJECT, Subject.of(fixture).entry());
        }
    }

    final void stopThreads() {
        threads.shutdownNow();
    }

    /** The fixture of the backend under test. */
    protected final LockFixture fixture() {
        return fixture;
    }

    /** How long the rule waits for an event that must happen. */
    protected final Duration patience() {
        return fixture.patience();
    }

    /** How long the rule has waited when it gives up, for messages: on a machine that is said to be slow it is longer. */
    protected final long waitedMillis() {
        return Awaiter.stretched(patience()).toMillis();
    }

    /** A lease that does not end while the rule runs. */
    protected final Duration longLease() {
        return fixture.longLease();
    }

    /** The clock of the rule's clients, with an origin that differs from that of this JVM. */
    protected static LockClock clock() {
        return CLOCK;
    }

    /** A reading of it, which can be compared with the readings of backends. */
    protected static long now() {
        return CLOCK.nanoTime();
    }

    /**
     * Whether an exception that no step of the rule expected breaks it, or that it took too long. Others are failures of
     * the kit or fixture.
     */
    boolean isBrokenBy(Throwable thrown) {
        return thrown instanceof LockException || thrown instanceof TimeoutException;
    }

    protected final TestAbortedException notExercised(String why) {
        return new RuleNotExercisedException(rule, fixture.description(), why);
    }

    /** Returns the exception that the step must throw. */
    protected final <T extends Throwable> T thrown(Class<T> type, String what, Executable step) {
        try {
            step.execute();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return type.cast(thrown);
            }
            throw broken(thrown, "{} threw {} instead of {}", what, thrown, type.getSimpleName());
        }
        throw broken("{} threw nothing instead of {}", what, type.getSimpleName());
    }

    protected final void await(String what, Callable<Boolean> condition) {
        await(what, condition, patience());
    }

    protected final void await(String what, Callable<Boolean> condition, Duration atMost) {
        awaiter().await(what, condition, atMost);
    }

    private Awaiter awaiter() {
        return new Awaiter(failure -> new RuleBrokenError(rule, failure, null));
    }

    protected final void never(String what, Callable<Boolean> condition, Duration during) {
        awaiter().never(what, condition, during);
    }

    /** Fails the rule unless the condition holds; {@code {}} stands for the values. */
    protected final void require(boolean kept, String message, @Nullable Object... values) {
        if (!kept) {
            throw broken(message, values);
        }
    }

    protected final AssertionError broken(String message, @Nullable Object... values) {
        return new RuleBrokenError(rule, MessageFormatter.basicArrayFormat(message, values), null);
    }

    protected final AssertionError broken(Throwable cause, String message, @Nullable Object... values) {
        return new RuleBrokenError(rule, MessageFormatter.basicArrayFormat(message, values), cause);
    }

    /** Requires that a check has found nothing wrong in a history. */
    protected final Verdict.Ok requireLegal(String what, Verdict verdict) {
        if (verdict instanceof Verdict.Ok legal) {
            return legal;
        }
        throw verdict instanceof Verdict.Illegal illegal
                ? broken("{}: {}", what, illegal.story())
                : broken("{} says nothing: {}", what, ((Verdict.Unknown) verdict).reason());
    }

    /** Records an observation of the rule, for the report. */
    protected final void evidence(String text, @Nullable Object... values) {
        observe(Observations.EVIDENCE, MessageFormatter.basicArrayFormat(text, values));
    }

    /** Records an observation about a level of safety. */
    protected final void found(Situation situation, boolean holds, String text, @Nullable Object... values) {
        if (situation.rule() != rule) {
            throw new IllegalArgumentException(rule.id() + " must not speak of " + situation + ", which is shown by "
                    + situation.rule().id());
        }
        LevelFinding finding = new LevelFinding(situation, holds, MessageFormatter.basicArrayFormat(text, values));
        observe(situation.name(), Observations.entry(finding));
    }

    /** Keeps the history of the rule's run, if a directory is configured. */
    protected final void keep(History history) {
        KeptHistories.ofThisJvm().keep(fixture.description(), rule, history).ifPresent(kept -> {
            observe(Observations.HISTORY, kept.file().getFileName().toString());
            if (kept.cut()) {
                evidence(
                        "the kept history is cut: {} of {} events",
                        kept.events(),
                        history.events().size());
            }
        });
    }

    private void observe(String key, String value) {
        observations.add(key, value);
        reporter.publishEntry(key, value);
    }

    /** Runs a step of the rule in a new thread, which ends with the rule. */
    protected final <T> Future<T> start(Callable<T> step) {
        return threads.submit(step);
    }

    /** Returns the result or throws the exception of a step in another thread. Fails if the step does not end soon. */
    protected final <T> T join(String what, Future<T> step) throws Exception {
        return join(what, step, patience());
    }

    /** The same, with another limit. */
    protected final <T> T join(String what, Future<T> step, Duration atMost) throws Exception {
        Duration limit = Awaiter.stretched(atMost);
        try {
            return step.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw broken(e, "did not end within {} ms: {}{}", limit.toMillis(), what, Awaiter.IF_SLOW);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}

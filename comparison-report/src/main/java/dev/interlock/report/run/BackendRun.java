// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.benchmark.Benchmark;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.LeftOut;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.progress.Progress;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.KitSummary;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.Statement;
import dev.interlock.tck.runner.StatementLabel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs everything on one backend: first its rules and mutants, then, on a store of its own, the parts that must run
 * alone: some rules, and the measurements. Used by one thread at a time, while others may read the results so far.
 */
public final class BackendRun {

    private static final String IN_A_SHORT_RUN = "There is no time for it in a short run.";
    private static final String REFUSED =
            "Somebody else runs this server: nothing is stopped, emptied or loaded there.";

    /** Where a statement of this report sends its readers. */
    private static final List<String> EVIDENCE = List.of("docs/report.md");

    private final BackendUnderTest backend;
    private final Scope scope;
    private final Progress progress;
    private final GuardRun guard = new GuardRun();
    private final List<String> problems = new CopyOnWriteArrayList<>();
    private final List<RuleResult> results = new CopyOnWriteArrayList<>();
    private final List<Measurement> measurements = new CopyOnWriteArrayList<>();
    private final List<String> unmeasured = new CopyOnWriteArrayList<>();
    private volatile boolean required;
    private volatile @Nullable String notRun;
    private volatile @Nullable ServerInfo server;
    private volatile @Nullable DeclaredCapabilities capabilities;
    private volatile @Nullable Statement statement;
    private volatile List<CheckRow> checks = List.of();
    private volatile List<MutantRow> mutants = List.of();

    /**
     * A run, to be used once.
     *
     * @param backend the backend
     * @param required whether the backend was requested by name
     * @param scope how much to run
     * @param progress receives the steps
     */
    public BackendRun(BackendUnderTest backend, boolean required, Scope scope, Progress progress) {
        this.backend = backend;
        this.required = required;
        this.scope = scope;
        this.progress = progress;
    }

    /** Runs rules and mutants. They mostly wait, so several backends can be checked at the same time. */
    public void check() {
        on(running -> {
            server = running.server();
            checks = running.checks();
            capabilities = capabilities(running);
            Set<Rule> beside = rules();
            beside.removeAll(KitRun.ALONE);
            run(backend.name() + ": rules", running, beside);
            mutants = mutants();
            guard.check(running);
        });
    }

    /** Runs the rules that must run alone, and takes the measurements; nothing else should run meanwhile. */
    public void measure() {
        if (notRun == null) {
            on(running -> {
                Set<Rule> alone = rules();
                alone.retainAll(KitRun.ALONE);
                if (!alone.isEmpty()) {
                    run(backend.name() + ": rules alone", running, alone);
                }
                state(running);
                measureAll(running);
                guard.measure(running, scope.budget(), this::measureGuard);
            });
        }
    }

    /** A run that left out a rule makes no statement. */
    private void state(RunningBackend running) {
        if (results.isEmpty() || !KitSummary.of(results).isWhole()) {
            return;
        }
        try {
            StatementLabel label =
                    new StatementLabel(backend.name(), null, running.server().toString(), running.topology(), EVIDENCE);
            statement = Statement.of(label, running.fixture(), results);
        } catch (RuntimeException e) {
            problems.add("the statement of conformance could not be made: " + e);
        }
    }

    /**
     * The statement of conformance of this backend.
     *
     * @return empty if the whole contract was not run, or not yet
     */
    public Optional<Statement> statement() {
        return Optional.ofNullable(statement);
    }

    /** The rules of the scope that may be run here. */
    private Set<Rule> rules() {
        Set<Rule> rules = EnumSet.noneOf(Rule.class);
        rules.addAll(scope.rules());
        rules.removeAll(backend.refused());
        return rules;
    }

    /**
     * The results so far.
     *
     * @return the report; it includes failures of single parts, which do not stop the others
     */
    public BackendReport report() {
        String reason = notRun;
        if (reason == null && capabilities == null) {
            return BackendReport.notRun(backend.name(), false, "its turn has not come yet");
        }
        return reason != null
                ? BackendReport.notRun(backend.name(), required, reason)
                : new BackendReport(
                        backend.name(),
                        required,
                        null,
                        server,
                        capabilities,
                        checks,
                        KitRun.rows(results),
                        mutants,
                        measurements,
                        leftOut(),
                        problems);
    }

    private LeftOut leftOut() {
        Set<Rule> out = EnumSet.allOf(Rule.class);
        out.removeAll(rules());
        List<String> untried = MutantCatalog.of(backend.name()).stream()
                .filter(scope.mutants().negate())
                .map(Mutant::id)
                .toList();
        LeftOut left = new LeftOut(
                out.stream().map(Rule::id).toList(),
                untried,
                unmeasured,
                backend.refused().isEmpty() ? IN_A_SHORT_RUN : REFUSED);
        return left.any() ? left : LeftOut.NOTHING;
    }

    /**
     * The results of this backend's guard.
     *
     * @return empty if there is none, or the backend was not run
     */
    public Optional<GuardReport> guard() {
        return guard.report();
    }

    private void on(Consumer<RunningBackend> part) {
        String name = backend.name();
        try (RunningBackend running = backend.open()) {
            part.accept(running);
        } catch (NoServerException e) {
            notRun = String.valueOf(e.getMessage());
            progress.say(name + ": not run: " + notRun);
        } catch (RuntimeException e) {
            // There is a server, but the backend fails on it: a failure, whether the backend was requested or not.
            required = true;
            notRun = "could not be run: " + e;
            progress.say(name + ": " + notRun);
        }
    }

    private void run(String phase, RunningBackend running, Set<Rule> rules) {
        try {
            KitRun.of(phase, running.fixture(), rules, progress, results::add);
        } catch (RuntimeException e) {
            problems.add("the rules could not be run: " + e);
        }
    }

    private List<MutantRow> mutants() {
        List<Mutant> mutants = MutantCatalog.of(backend.name()).stream()
                .filter(scope.mutants())
                .toList();
        return MutantRun.of(backend.name(), mutants, backend.mutantsAtOnce(), progress);
    }

    private void measureAll(RunningBackend running) {
        List<Benchmark> wanted = new ArrayList<>();
        for (Benchmark benchmark : running.benchmarks(scope.budget())) {
            if (scope.benchmarks().test(benchmark)) {
                wanted.add(benchmark);
            } else {
                unmeasured.add(benchmark.title());
            }
        }
        progress.begin(backend.name() + ": measurements", wanted.size());
        wanted.forEach(benchmark -> measurements.add(measure(benchmark)));
    }

    private Optional<Measurement> measureGuard(Benchmark benchmark) {
        if (!scope.benchmarks().test(benchmark)) {
            unmeasured.add(benchmark.title());
            return Optional.empty();
        }
        progress.begin(backend.name() + ": guard", 1);
        return Optional.of(measure(benchmark));
    }

    private Measurement measure(Benchmark benchmark) {
        String title = benchmark.title();
        progress.doing(title);
        try {
            Measurement measurement = benchmark.run(what -> progress.doing(title + ": " + what));
            progress.done(title, "measured");
            return measurement;
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            progress.done(title, "could not be measured");
            progress.say(backend.name() + ": " + title + ": " + e);
            return new Measurement(title, "", List.of(), "could not be measured: " + e);
        }
    }

    private static DeclaredCapabilities capabilities(RunningBackend running) {
        try (LockClient client = running.openClient()) {
            Capabilities capabilities = client.capabilities();
            return new DeclaredCapabilities(
                    capabilities.waiting().name().toLowerCase(Locale.ROOT),
                    words(capabilities.minLease()),
                    words(capabilities.maxLease()),
                    capabilities.maxTokens(),
                    Arrays.stream(Capability.values())
                            .map(capability -> new DeclaredCapabilities.Declaration(
                                    capability.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                    capabilities.has(capability),
                                    capability.absence()))
                            .toList(),
                    running.limits());
        }
    }

    private static String words(Duration time) {
        if (time.toDays() > 0) {
            return time.toDays() + " days";
        }
        return time.toMillis() < 1000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
    }
}

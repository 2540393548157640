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
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.progress.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs everything on one backend: first its rules and mutants, then, on a store of its own, its measurements. Used by
 * one thread at a time.
 */
public final class BackendRun {

    private final BackendUnderTest backend;
    private final Scope scope;
    private final Progress progress;
    private final GuardRun guard = new GuardRun();
    private final List<String> problems = new ArrayList<>();
    private boolean required;
    private @Nullable String notRun;
    private @Nullable ServerInfo server;
    private @Nullable DeclaredCapabilities capabilities;
    private List<RuleRow> rules = List.of();
    private List<MutantRow> mutants = List.of();
    private List<Measurement> measurements = List.of();

    /**
     * A run, to be made once.
     *
     * @param backend on which
     * @param required whether the backend was asked for by name
     * @param scope how much
     * @param progress told what is being done
     */
    public BackendRun(BackendUnderTest backend, boolean required, Scope scope, Progress progress) {
        this.backend = backend;
        this.required = required;
        this.scope = scope;
        this.progress = progress;
    }

    /** Runs rules and mutants. They mostly wait, so that several backends can be checked at the same time. */
    public void check() {
        on(running -> {
            server = running.server();
            capabilities = capabilities(running);
            rules = rules(running);
            mutants = mutants();
            guard.check(running);
        });
    }

    /** Takes the measurements; nothing else should be run meanwhile. */
    public void measure() {
        if (notRun == null) {
            on(running -> {
                measurements = measurements(running);
                guard.measure(running, scope.budget(), this::measureGuard);
            });
        }
    }

    /**
     * What was found.
     *
     * @return a failure of any part is in it, and does not stop the others
     */
    public BackendReport report() {
        String reason = notRun;
        return reason != null
                ? BackendReport.notRun(backend.name(), required, reason)
                : new BackendReport(
                        backend.name(), required, null, server, capabilities, rules, mutants, measurements, problems);
    }

    /**
     * What was found of the guard that goes with this backend.
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
            // There is a server, but the backend fails on it: a failure, asked for or not.
            required = true;
            notRun = "could not be run: " + e;
            progress.say(name + ": " + notRun);
        }
    }

    private List<RuleRow> rules(RunningBackend running) {
        try {
            return KitRun.of(backend.name(), running.fixture(), scope.rules(), progress);
        } catch (RuntimeException e) {
            problems.add("the rules could not be run: " + e);
            return List.of();
        }
    }

    private List<MutantRow> mutants() {
        List<Mutant> mutants = MutantCatalog.of(backend.name()).stream()
                .filter(scope.mutants())
                .toList();
        return MutantRun.of(backend.name(), mutants, backend.mutantsAtOnce(), progress);
    }

    private List<Measurement> measurements(RunningBackend running) {
        List<Benchmark> benchmarks = running.benchmarks(scope.budget());
        progress.begin(backend.name() + ": measurements", benchmarks.size());
        return benchmarks.stream().map(this::measure).toList();
    }

    private Measurement measureGuard(Benchmark benchmark) {
        progress.begin(backend.name() + ": guard", 1);
        return measure(benchmark);
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

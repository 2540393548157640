// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantCatalog;
import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Guarantees;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.ServerInfo;
import dev.interlock.report.measure.Exercise;
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
    private @Nullable Guarantees guarantees;
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
        on(bench -> {
            server = bench.server();
            guarantees = guarantees(bench);
            rules = rules(bench);
            mutants = mutants();
            guard.check(bench);
        });
    }

    /** Takes the measurements; nothing else should be run meanwhile. */
    public void measure() {
        if (notRun == null) {
            on(bench -> {
                measurements = measurements(bench);
                guard.measure(bench, scope.budget(), this::measureGuard);
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
                        backend.name(), required, null, server, guarantees, rules, mutants, measurements, problems);
    }

    /**
     * What was found of the guard that goes with this backend.
     *
     * @return empty if there is none, or the backend was not run
     */
    public Optional<GuardReport> guard() {
        return guard.report();
    }

    private void on(Consumer<Bench> part) {
        String name = backend.name();
        try (Bench bench = backend.open()) {
            part.accept(bench);
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

    private List<RuleRow> rules(Bench bench) {
        try {
            return KitRun.of(backend.name(), bench.fixture(), scope.rules(), progress);
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

    private List<Measurement> measurements(Bench bench) {
        List<Exercise> exercises = bench.exercises(scope.budget());
        progress.begin(backend.name() + ": measurements", exercises.size());
        return exercises.stream().map(this::measure).toList();
    }

    private Measurement measureGuard(Exercise exercise) {
        progress.begin(backend.name() + ": guard", 1);
        return measure(exercise);
    }

    private Measurement measure(Exercise exercise) {
        String title = exercise.title();
        progress.doing(title);
        try {
            Measurement measurement = exercise.run(what -> progress.doing(title + ": " + what));
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

    private static Guarantees guarantees(Bench bench) {
        try (LockClient client = bench.openClient()) {
            Capabilities capabilities = client.capabilities();
            return new Guarantees(
                    capabilities.waiting().name().toLowerCase(Locale.ROOT),
                    words(capabilities.minLease()),
                    words(capabilities.maxLease()),
                    capabilities.maxTokens(),
                    Arrays.stream(Capability.values())
                            .map(capability -> new Guarantees.Declaration(
                                    capability.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                                    capabilities.has(capability),
                                    capability.absence()))
                            .toList(),
                    bench.limits());
        }
    }

    private static String words(Duration time) {
        if (time.toDays() > 0) {
            return time.toDays() + " days";
        }
        return time.toMillis() < 1000 ? time.toMillis() + " ms" : time.toSeconds() + " s";
    }
}

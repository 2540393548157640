// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.Capabilities;
import dev.interlock.Capability;
import dev.interlock.LockClient;
import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Guarantees;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.measure.Exercise;
import dev.interlock.report.progress.Progress;
import dev.interlock.tck.Mutant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Runs everything on one backend. */
public final class BackendRun {

    private final BackendUnderTest backend;
    private final Scope scope;
    private final Progress progress;
    private final List<String> problems = new ArrayList<>();

    /**
     * A run, to be made once.
     *
     * @param backend on which
     * @param scope how much
     * @param progress told what is being done
     */
    public BackendRun(BackendUnderTest backend, Scope scope, Progress progress) {
        this.backend = backend;
        this.scope = scope;
        this.progress = progress;
    }

    /**
     * Makes the run.
     *
     * @param required whether the backend was asked for by name
     * @param catalogs whose mutants all backends run, to tell whose are whose
     * @return what was found; a failure of any part is in it, and does not stop the others
     */
    public BackendReport run(boolean required, Set<String> catalogs) {
        String name = backend.name();
        try (Bench bench = backend.open()) {
            Guarantees guarantees = guarantees(bench);
            List<RuleRow> rules = rules(bench);
            List<MutantRow> mutants = mutants(catalogs);
            List<Measurement> measurements = measurements(bench);
            return new BackendReport(
                    name, required, null, bench.server(), guarantees, rules, mutants, measurements, problems);
        } catch (NoServerException e) {
            progress.say(name + ": not run: " + e.getMessage());
            return BackendReport.notRun(name, required, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // There is a server, but the backend fails on it: a failure, asked for or not.
            progress.say(name + ": could not be run: " + e);
            return BackendReport.notRun(name, true, "could not be run: " + e);
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

    private List<MutantRow> mutants(Set<String> catalogs) {
        List<Mutant> mutants = Mutants.of(backend.mutants(), catalogs).stream()
                .filter(scope.mutants())
                .toList();
        return MutantRun.of(backend.name(), mutants, backend.mutantsAtOnce(), progress);
    }

    private List<Measurement> measurements(Bench bench) {
        List<Exercise> exercises = bench.exercises(scope.budget());
        progress.begin(backend.name() + ": measurements", exercises.size());
        return exercises.stream().map(this::measure).toList();
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

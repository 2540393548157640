// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.evaluation.Evaluation;
import dev.interlock.report.progress.Progress;
import dev.interlock.report.run.BackendRun;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One comparison of several backends.
 *
 * @param known every backend there is
 * @param chosen the names of those to run
 * @param required whether a chosen backend without a server is a failure
 * @param quick whether the scope was cut down, for the report
 * @param scope how much of everything
 */
record Comparison(List<BackendUnderTest> known, Set<String> chosen, boolean required, boolean quick, Scope scope) {

    /** Rules and mutants mostly wait for leases to end, so that two cores have time for several kits. */
    private static final int KITS_AT_ONCE = 3;

    /**
     * Checks several backends at a time, and then measures one after the other, so that they do not disturb each other.
     */
    Report run(Supplier<Progress> progress) {
        long begin = System.nanoTime();
        Environment environment = EnvironmentProbe.now();
        List<BackendUnderTest> backends = known.stream()
                .filter(backend -> chosen.contains(backend.name()))
                .toList();
        List<BackendRun> runs = new ArrayList<>();
        ExecutorService kits = Executors.newFixedThreadPool(KITS_AT_ONCE);
        List<Progress> shown = new ArrayList<>();
        try {
            for (BackendUnderTest backend : backends) {
                Progress mine = progress.get();
                shown.add(mine);
                runs.add(new BackendRun(backend, required, scope, mine));
            }
            CompletableFuture.allOf(runs.stream()
                            .map(run -> CompletableFuture.runAsync(run::check, kits))
                            .toArray(CompletableFuture[]::new))
                    .join();
            runs.forEach(BackendRun::measure);
        } finally {
            kits.shutdownNow();
            shown.forEach(Progress::close);
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        List<BackendReport> reports = runs.stream().map(BackendRun::report).toList();
        List<GuardReport> guards =
                runs.stream().flatMap(run -> run.guard().stream()).toList();
        return new Report(quick, seconds, environment, rules(scope.rules()), reports, Evaluation.of(reports), guards);
    }

    private static List<RuleText> rules(Set<Rule> rules) {
        return Arrays.stream(Rule.values())
                .filter(rules::contains)
                .map(rule -> new RuleText(
                        rule.id(), rule.family(), rule.obligation().name(), rule.sentence(), rule.intent()))
                .toList();
    }
}

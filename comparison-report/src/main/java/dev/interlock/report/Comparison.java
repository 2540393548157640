// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Environment;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.progress.Progress;
import dev.interlock.report.run.BackendRun;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What to compare.
 *
 * @param known every backend there is
 * @param chosen the names of those to run
 * @param required whether a chosen backend without a server is a failure
 * @param quick whether the scope was cut down, for the report
 * @param scope how much of everything
 */
record Comparison(List<BackendUnderTest> known, Set<String> chosen, boolean required, boolean quick, Scope scope) {

    /** Runs one backend after the other, so that they do not disturb each other's measurements. */
    Report run(Progress progress) {
        long begin = System.nanoTime();
        Environment environment = Surroundings.now();
        Set<String> catalogs = known.stream().map(BackendUnderTest::mutants).collect(Collectors.toSet());
        List<BackendReport> reports = new ArrayList<>();
        for (BackendUnderTest backend : known) {
            if (chosen.contains(backend.name())) {
                reports.add(new BackendRun(backend, scope, progress).run(required, catalogs));
            }
        }
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
        return new Report(quick, seconds, environment, rules(scope.rules()), reports);
    }

    private static List<RuleText> rules(Set<Rule> rules) {
        return Arrays.stream(Rule.values())
                .filter(rules::contains)
                .map(rule ->
                        new RuleText(rule.id(), rule.family(), rule.level().name(), rule.sentence(), rule.intent()))
                .toList();
    }
}

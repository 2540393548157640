// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.report.progress.Progress;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Outcome;
import dev.interlock.tck.Rule;
import dev.interlock.tck.RuleResult;
import dev.interlock.tck.TckRunner;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Runs the kit on a backend. */
final class KitRun {

    private KitRun() {}

    /** One row for each rule, in the order of the contract. */
    static List<RuleRow> of(String backend, LockFixture fixture, Set<Rule> rules, Progress progress) {
        progress.begin(backend + ": rules", rules.size());
        Set<Rule> seen = EnumSet.noneOf(Rule.class);
        List<RuleResult> results = TckRunner.run(fixture, rules, result -> {
            tell(backend, result, seen.add(result.rule()), progress);
        });
        return rules.stream()
                .map(rule -> RuleRow.of(rule.id(), tests(rule, results)))
                .toList();
    }

    private static List<TestRow> tests(Rule rule, List<RuleResult> results) {
        return rows(results.stream().filter(result -> result.rule() == rule).toList());
    }

    /** One row for each test. */
    static List<TestRow> rows(List<RuleResult> results) {
        return results.stream()
                .map(result -> new TestRow(
                        result.test(),
                        result.title(),
                        status(result.outcome()),
                        result.message(),
                        result.evidence(),
                        findings(result),
                        result.history(),
                        result.duration().toMillis()))
                .toList();
    }

    private static List<FindingRow> findings(RuleResult result) {
        return result.findings().stream()
                .map(found -> new FindingRow(found.situation().name(), found.holds(), found.text()))
                .toList();
    }

    static Status status(Outcome outcome) {
        return switch (outcome) {
            case PASSED -> Status.PASSED;
            case FAILED -> Status.FAILED;
            case ERROR -> Status.ERROR;
            case NOT_EXERCISED -> Status.NOT_EXERCISED;
        };
    }

    /** A rule with several tests is one step; its further tests are mentioned only. */
    private static void tell(String backend, RuleResult result, boolean first, Progress progress) {
        String how = String.format(
                Locale.ROOT,
                "%s, %.1f s",
                result.outcome().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                result.duration().toMillis() / 1000.0);
        if (first) {
            progress.done(result.rule().id(), how);
        } else {
            progress.doing(result.rule().id() + ": " + how);
        }
        if (status(result.outcome()).bad()) {
            progress.say(backend + ": " + result.outcome() + " " + result.test() + ": " + result.message());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.report.progress.Progress;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import dev.interlock.tck.runner.TckRunner;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Runs the kit on a backend. */
final class KitRun {

    /**
     * WAIT-10 counts the threads of this JVM, so it must not run beside rules of other stores. TOK-4 uses the first
     * answer of a store that was just emptied and started; on a busy machine its clients may not have reconnected yet.
     */
    static final Set<Rule> ALONE = Set.of(Rule.WAIT_10, Rule.TOK_4);

    /** Rules mostly wait for leases to end; rules that need the store for themselves get it. */
    private static final int AT_ONCE = 2;

    private KitRun() {}

    /** Runs some rules, in parallel where possible; reports each result as soon as it exists. */
    static void of(
            String phase, LockFixture fixture, Set<Rule> rules, Progress progress, Consumer<? super RuleResult> found) {
        progress.begin(phase, rules.size());
        Set<Rule> seen = EnumSet.noneOf(Rule.class);
        TckRunner.run(fixture, rules, AT_ONCE, result -> {
            found.accept(result);
            tell(phase, result, seen.add(result.rule()), progress);
        });
    }

    /** One row for each rule with results, in the order of the contract. */
    static List<RuleRow> rows(List<RuleResult> results) {
        Map<Rule, List<RuleResult>> byRule = results.stream()
                .sorted(Comparator.comparing(RuleResult::test))
                .collect(Collectors.groupingBy(RuleResult::rule, () -> new EnumMap<>(Rule.class), Collectors.toList()));
        return byRule.entrySet().stream()
                .map(rule -> RuleRow.of(rule.getKey().id(), tests(rule.getValue())))
                .toList();
    }

    /** One row for each test. */
    static List<TestRow> tests(List<RuleResult> results) {
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

    /** A rule with several tests is one step; its further tests only get a line. */
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

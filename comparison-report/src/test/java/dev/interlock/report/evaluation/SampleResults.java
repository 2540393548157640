// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.LeftOut;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** SampleResults of a made-up backend. */
final class SampleResults {

    /** Where no lock can do better. */
    static final Set<Situation> PAUSE = Set.of(Situation.BELIEF_HOLDER_STOPPED, Situation.EFFECT_UNGUARDED);

    private SampleResults() {}

    /** All rules passed and found what they have to find; some guarantees broke. */
    static BackendReport passing(String name, Set<Situation> broken) {
        return passing(name, Servers.SEVERAL, broken);
    }

    /** The same of a store with these servers. */
    static BackendReport passing(String name, Servers servers, Set<Situation> broken) {
        List<RuleRow> rules = Arrays.stream(Rule.values())
                .map(rule -> rule(rule, Status.PASSED, findings(rule, broken)))
                .toList();
        return backend(name, servers, rules, List.of());
    }

    static BackendReport with(BackendReport some, List<MutantRow> mutants, List<Measurement> measurements) {
        return new BackendReport(
                some.name(),
                some.required(),
                some.notRun(),
                some.server(),
                some.capabilities(),
                some.checks(),
                some.rules(),
                mutants,
                measurements,
                some.leftOut(),
                some.problems());
    }

    static BackendReport withRules(BackendReport some, List<RuleRow> rules) {
        return new BackendReport(
                some.name(),
                some.required(),
                some.notRun(),
                some.server(),
                some.capabilities(),
                some.checks(),
                rules,
                some.mutants(),
                some.measurements(),
                some.leftOut(),
                some.problems());
    }

    static RuleRow rule(Rule rule, Status status, List<FindingRow> findings) {
        String message = status == Status.PASSED ? "" : "a reason";
        return RuleRow.of(
                rule.id(),
                List.of(new TestRow("test", "test", status, message, List.of(), findings, rule.id() + ".txt", 1)));
    }

    static List<FindingRow> findings(Rule rule, Set<Situation> broken) {
        List<FindingRow> findings = new ArrayList<>();
        for (Situation situation : Situation.values()) {
            if (situation.rule() == rule) {
                findings.add(
                        new FindingRow(situation.name(), !broken.contains(situation), "seen of " + situation.name()));
            }
        }
        return findings;
    }

    static BackendReport backend(String name, List<RuleRow> rules, List<MutantRow> mutants) {
        return backend(name, Servers.SEVERAL, rules, mutants);
    }

    private static BackendReport backend(String name, Servers servers, List<RuleRow> rules, List<MutantRow> mutants) {
        DeclaredCapabilities capabilities = new DeclaredCapabilities(
                "polling",
                "1 ms",
                "1 s",
                1,
                List.of(
                        new DeclaredCapabilities.Declaration("notifies waiters", true, ""),
                        new DeclaredCapabilities.Declaration("fifo between clients", false, "")),
                List.of());
        return new BackendReport(
                name,
                true,
                null,
                new ServerInfo(name, "1", "", servers),
                capabilities,
                List.of(),
                rules,
                mutants,
                List.of(),
                LeftOut.NOTHING,
                List.of());
    }
}

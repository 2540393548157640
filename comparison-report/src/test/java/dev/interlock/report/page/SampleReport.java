// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.AdviceRow;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Cell;
import dev.interlock.report.data.ClaimRow;
import dev.interlock.report.data.Environment;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.Guarantees;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.GuardTrial;
import dev.interlock.report.data.Holding;
import dev.interlock.report.data.Levels;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MistakeRow;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Proof;
import dev.interlock.report.data.Reading;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Rival;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.data.ServerInfo;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.Target;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.Rule;
import java.util.Arrays;
import java.util.List;

/** A report with something in every place, and one text in all of them. */
final class SampleReport {

    private SampleReport() {}

    static Report with(String text) {
        List<RuleText> rules = Arrays.stream(Rule.values())
                .map(rule ->
                        new RuleText(rule.id(), rule.family(), rule.obligation().name(), text, text))
                .toList();
        return new Report(
                true,
                3,
                new Environment(text, text, text, text, text, 2, 512),
                rules,
                List.of(backend(text), BackendReport.notRun("none", false, text)),
                levels(text),
                guards(text));
    }

    private static List<GuardReport> guards(String text) {
        List<GuardTrial> trials = List.of(
                new GuardTrial(text, "first", text, text, text, true),
                new GuardTrial(text, "second", text, text, text, false));
        return List.of(
                new GuardReport(text, trials, Measurement.of(text, text, List.of(reading(text))), null),
                new GuardReport(text, List.of(), new Measurement(text, text, List.of(), text), text));
    }

    private static Levels levels(String text) {
        Proof proof = new Proof(text, "ACQ-1");
        return new Levels(
                List.of(Holding.values()).stream()
                        .map(holding -> new SituationRow(
                                holding.name(),
                                text,
                                text,
                                text,
                                "ACQ-1",
                                List.of(new Cell("some", holding, text, text))))
                        .toList(),
                List.of(
                        new AdviceRow(text, List.of(new AdviceRow.Answer(text, List.of(proof, proof), text))),
                        new AdviceRow(text, List.of())),
                List.of(ClaimRow.Shown.values()).stream()
                        .map(shown -> new ClaimRow(text, text, text, text, shown, List.of(proof)))
                        .toList(),
                List.of(new MistakeRow(
                        text,
                        text,
                        List.of(new MistakeRow.Made(text, true, false), new MistakeRow.Made(text, false, false)),
                        text)));
    }

    private static BackendReport backend(String text) {
        return new BackendReport(
                "some",
                true,
                null,
                new ServerInfo(text, text, text),
                new Guarantees(
                        text, text, text, 8, List.of(new Guarantees.Declaration(text, false, text)), List.of(text)),
                List.of(
                        rule("ACQ-1", Status.FAILED, text),
                        rule("ACQ-2", Status.PASSED, text),
                        rule("ACQ-3", Status.NOT_EXERCISED, text)),
                List.of(new MutantRow(
                        text, text, text, false, List.of(new MutantRow.Verdict("ACQ-1", Status.PASSED, text, text)))),
                List.of(
                        Measurement.of(text, text, List.of(reading(text), Reading.of(text, text, Spread.once(1)))),
                        Measurement.of(Measurement.ROUND_TRIPS, text, List.of(reading(text))),
                        new Measurement(text, text, List.of(), text)),
                List.of(text));
    }

    private static RuleRow rule(String id, Status status, String text) {
        return RuleRow.of(
                id,
                List.of(new TestRow(
                        text, text, status, text, List.of(text), List.of(new FindingRow(text, true, text)), text, 5)));
    }

    private static Reading reading(String text) {
        Spread spread = new Spread(2, 1, 3, 3);
        return new Reading(text, text, text, spread, new Rival(text, spread, spread), Target.goalAtLeast(0.5, 0.9));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.Changes;
import dev.interlock.report.data.CheckRow;
import dev.interlock.report.data.Conclusions;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Conclusions.MistakeRow;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.LeftOut;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.Target;
import dev.interlock.report.data.TestRow;
import dev.interlock.report.peer.ContentionReport;
import dev.interlock.report.peer.Others;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.timeline.Timeline;
import dev.interlock.tck.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A report with something in every place, and one text in all of them. */
final class SampleReport {

    private SampleReport() {}

    private static PeerReport peers(String text, Timeline timeline) {
        return new PeerReport(
                text,
                with(text).environment(),
                1,
                List.of(
                        new PeerQuestion("ASKED", PeerSubject.LOCKS, text, text),
                        new PeerQuestion("COUNTED", PeerSubject.PERMITS, text, text)),
                Stream.concat(
                                Arrays.stream(PeerOutcome.values())
                                        .map(outcome -> new PeerColumn(
                                                "of-" + outcome, "some", PeerSubject.LOCKS, text, text, text)),
                                Stream.of(new PeerColumn("counts", "some", PeerSubject.PERMITS, text, text, text)))
                        .toList(),
                Stream.concat(
                                Arrays.stream(PeerOutcome.values())
                                        .map(outcome -> new PeerCell(
                                                "of-" + outcome, "ASKED", outcome, text, text, text, timeline)),
                                Stream.of(new PeerCell(
                                        "counts", "COUNTED", PeerOutcome.BROKEN, text, text, text, timeline)))
                        .toList());
    }

    /** The page of such a report, with a timeline of each history and something changed. */
    static Page page(String text) {
        Report report = with(text);
        Timeline timeline = new Timeline(
                100,
                List.of(new Timeline.Lane(
                        text,
                        List.of(new Timeline.Bar(Timeline.Kind.BELIEVED, 10, 90, text)),
                        List.of(new Timeline.Mark(Timeline.Kind.REFUSED, 50, text)))),
                List.of(new Timeline.Bar(Timeline.Kind.VIOLATION, 20, 30, text)),
                3,
                9);
        return new Page(
                report,
                Page.historyFiles(report).stream().collect(Collectors.toMap(file -> file, file -> timeline)),
                new Changes(text, List.of(new Changes.Change(text, text, text)), 4, 1, 2),
                new Others(peers(text, timeline), contention(text)));
    }

    private static ContentionReport contention(String text) {
        Spread spread = new Spread(2, 1, 3, 3);
        List<ContentionReport.Contender> contenders = List.of(
                new ContentionReport.Contender(
                        "ours", text, "INTERLOCK", 0, "", Map.of("perSecond", spread, "waitP99Micros", spread)),
                new ContentionReport.Contender("theirs", text, "PEER", 2, text, Map.of("waitP50Micros", spread)));
        return new ContentionReport(
                ContentionReport.FORMAT,
                with(text).environment(),
                1,
                List.of(new ContentionReport.Store(
                        "some",
                        text,
                        text,
                        List.of(
                                new ContentionReport.Workload("one-name", text, contenders),
                                new ContentionReport.Workload("hand-over", text, contenders)))));
    }

    static Report with(String text) {
        List<RuleText> rules = Arrays.stream(Rule.values())
                .map(rule ->
                        new RuleText(rule.id(), rule.family(), rule.obligation().name(), text, text))
                .toList();
        return new Report(
                false,
                false,
                text,
                3,
                new Environment(text, text, text, text, text, 2, 512),
                rules,
                List.of(backend(text), BackendReport.notRun("none", false, text)),
                conclusions(text),
                guards(text));
    }

    private static List<GuardReport> guards(String text) {
        List<GuardTrial> trials = List.of(
                new GuardTrial(text, "first", text, text, text, true),
                new GuardTrial(text, "second", text, text, text, false));
        return List.of(
                new GuardReport(text, trials, Measurement.of(text, text, List.of(figure(text))), null),
                new GuardReport(text, List.of(), new Measurement(text, text, List.of(), text), text));
    }

    private static Conclusions conclusions(String text) {
        Proof proof = new Proof(text, "ACQ-1");
        return new Conclusions(
                List.of(SituationStatus.values()).stream()
                        .map(status -> new SituationRow(
                                status.name(),
                                text,
                                text,
                                text,
                                "ACQ-1",
                                List.of(new Cell("some", status, text, text))))
                        .toList(),
                List.of(new SituationRow(
                        "SHARED",
                        text,
                        text,
                        text,
                        "ACQ-1",
                        List.of(new Cell("some", SituationStatus.NOT_OFFERED, text, null)))),
                List.of(
                        new AdviceRow(
                                text,
                                List.of(new AdviceRow.Answer(
                                        AdviceRow.Answer.Kind.TAKE, text, text, List.of(proof, proof), text))),
                        new AdviceRow(text, List.of())),
                List.of(ClaimRow.Shown.values()).stream()
                        .map(shown -> new ClaimRow(text, text, text, text, text, shown, List.of(proof)))
                        .toList(),
                List.of(new MistakeRow(
                        text,
                        text,
                        List.of(
                                new MistakeRow.MutantOutcome(text, true, false),
                                new MistakeRow.MutantOutcome(text, false, false)),
                        text)));
    }

    private static BackendReport backend(String text) {
        return new BackendReport(
                "some",
                true,
                null,
                new ServerInfo(text, text, text, Servers.ONE),
                new DeclaredCapabilities(
                        text,
                        text,
                        text,
                        8,
                        List.of(new DeclaredCapabilities.Declaration(text, false, text)),
                        List.of(text)),
                List.of(CheckRow.Verdict.values()).stream()
                        .map(verdict -> new CheckRow(text, verdict, text, text))
                        .toList(),
                List.of(
                        rule("ACQ-1", Status.FAILED, text),
                        rule("ACQ-2", Status.PASSED, text),
                        rule("ACQ-3", Status.NOT_EXERCISED, text)),
                List.of(new MutantRow(
                        text, text, text, false, List.of(new MutantRow.Verdict("ACQ-1", Status.PASSED, text, text)))),
                List.of(
                        Measurement.of(text, text, List.of(figure(text), Figure.of(text, text, Spread.once(1)))),
                        Measurement.of(Measurement.ROUND_TRIPS, text, List.of(figure(text))),
                        Measurement.of(
                                text,
                                text,
                                List.of(figure(text).at(1, text), figure(text).at(16, text))),
                        new Measurement(text, text, List.of(), text)),
                new LeftOut(List.of("ACQ-4"), List.of(text), List.of(text), text),
                List.of(text));
    }

    private static RuleRow rule(String id, Status status, String text) {
        return RuleRow.of(
                id,
                List.of(new TestRow(
                        text, text, status, text, List.of(text), List.of(new FindingRow(text, true, text)), text, 5)));
    }

    private static Figure figure(String text) {
        Spread spread = new Spread(2, 1, 3, 3);
        return new Figure(
                text,
                text,
                text,
                spread,
                new Reference(text, spread, spread),
                Target.goalAtLeast(0.5, 0.9),
                List.of(new Figure.Requests(text, 1, false), new Figure.Requests(text, 2.5, true)),
                null);
    }
}

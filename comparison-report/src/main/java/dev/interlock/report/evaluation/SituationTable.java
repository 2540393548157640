// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.Situation;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The table of which guarantee holds in which situation on which backend. */
final class SituationTable {

    private SituationTable() {}

    static List<SituationRow> of(List<BackendReport> ran) {
        return Arrays.stream(Situation.values())
                .map(situation -> new SituationRow(
                        situation.name(),
                        situation.level().letter(),
                        situation.level().description(),
                        situation.description(),
                        situation.rule().id(),
                        ran.stream().map(backend -> cell(backend, situation)).toList()))
                .toList();
    }

    /** A rule that failed shows nothing else, whatever it found before its failure. */
    private static Cell cell(BackendReport backend, Situation situation) {
        String rule = situation.rule().id();
        Optional<RuleRow> row = backend.rule(rule);
        if (row.isEmpty()) {
            return new Cell(backend.name(), SituationStatus.NOT_RUN, notRun(backend, rule), null);
        }
        List<TestRow> tests = row.get().tests();
        return switch (row.get().status()) {
            case FAILED -> told(backend, SituationStatus.FAILED, tests, Status.FAILED);
            case ERROR -> told(backend, SituationStatus.ERROR, tests, Status.ERROR);
            case NOT_EXERCISED, NOT_RUN -> told(backend, SituationStatus.NOT_EXERCISED, tests, Status.NOT_EXERCISED);
            case PASSED, PARTLY -> shown(backend, situation, tests);
        };
    }

    private static String notRun(BackendReport backend, String rule) {
        return backend.leftOut().rules().contains(rule)
                ? rule + " was left out. " + backend.leftOut().reason()
                : rule + " was not run before this page was written.";
    }

    private static Cell shown(BackendReport backend, Situation situation, List<TestRow> tests) {
        Cell best = null;
        for (TestRow test : tests) {
            for (FindingRow found : test.findings()) {
                if (found.situation().equals(situation.name()) && (best == null || !found.holds())) {
                    SituationStatus status = found.holds() ? SituationStatus.HOLDS : SituationStatus.BROKEN;
                    best = new Cell(backend.name(), status, found.text(), test.history());
                }
            }
        }
        if (best != null) {
            return SetUp.limit(backend, situation, tests, best);
        }
        return tests.stream().anyMatch(test -> test.status() == Status.NOT_EXERCISED)
                ? told(backend, SituationStatus.NOT_EXERCISED, tests, Status.NOT_EXERCISED)
                : new Cell(
                        backend.name(),
                        SituationStatus.NO_FINDING,
                        situation.rule().id() + " passed and said nothing about this.",
                        null);
    }

    /** With the text of the first test that ended like this. */
    private static Cell told(BackendReport backend, SituationStatus status, List<TestRow> tests, Status ended) {
        return tests.stream()
                .filter(test -> test.status() == ended)
                .findFirst()
                .map(test -> new Cell(
                        backend.name(),
                        status,
                        test.message().isBlank() ? "The test gave no reason." : test.message(),
                        test.history()))
                .orElseGet(() -> new Cell(backend.name(), status, "No test of this was run.", null));
    }
}

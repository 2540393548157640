// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.Capability;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities.Declaration;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.SafetyLevel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The table of what locks for readers and writers, and permits, guarantee on which backend. */
final class SharedTable {

    private static final String NO_GUARD =
            "The token of a permit tells it apart, and no more: a permit with an older token may still be held, so that no"
                    + " guard can refuse it.";

    private SharedTable() {}

    static List<SituationRow> of(List<BackendReport> ran) {
        return Arrays.stream(SharedSituation.values())
                .map(situation -> new SituationRow(
                        situation.name(),
                        situation.level().letter(),
                        promise(situation.level()),
                        situation.description(),
                        situation.rule().id(),
                        ran.stream().map(backend -> cell(backend, situation)).toList()))
                .toList();
    }

    /** Several may hold it, so the promises are others than those of a lock with one owner. */
    private static String promise(SafetyLevel level) {
        return switch (level) {
            case SERVER -> "only holders that may be together, at the store";
            case BELIEF -> "only clients that may be together believe that they hold it";
            case EFFECT -> level.description();
        };
    }

    private static Cell cell(BackendReport backend, SharedSituation situation) {
        Optional<Declaration> absent = Optional.ofNullable(backend.capabilities())
                .map(DeclaredCapabilities::declarations)
                .flatMap(SharedTable::shares)
                .filter(shares -> !shares.declared());
        if (absent.isPresent()) {
            return new Cell(
                    backend.name(),
                    SituationStatus.NOT_OFFERED,
                    "The store has no such locks: " + absent.get().absence() + ".",
                    null);
        }
        if (situation.tests().isEmpty()) {
            return new Cell(backend.name(), SituationStatus.NOT_OFFERED, NO_GUARD, null);
        }
        List<TestRow> tests = backend.rule(situation.rule().id()).map(RuleRow::tests).orElse(List.of()).stream()
                .filter(test -> situation.tests().contains(test.test()))
                .toList();
        if (tests.size() < situation.tests().size()) {
            return new Cell(
                    backend.name(),
                    SituationStatus.NOT_RUN,
                    "Not all tests of it were run before this page was written.",
                    null);
        }
        return new Cell(
                backend.name(),
                status(tests),
                tests.stream().map(SharedTable::seen).collect(Collectors.joining("; ")) + ".",
                null);
    }

    private static Optional<Declaration> shares(List<Declaration> declarations) {
        // As BackendRun writes the capability's name.
        String words = Capability.SHARES.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return declarations.stream()
                .filter(each -> each.capability().equals(words))
                .findFirst();
    }

    /** The worst counts. */
    private static SituationStatus status(List<TestRow> tests) {
        List<Status> all = tests.stream().map(TestRow::status).toList();
        if (all.contains(Status.FAILED)) {
            return SituationStatus.FAILED;
        }
        if (all.contains(Status.ERROR)) {
            return SituationStatus.ERROR;
        }
        return all.stream().allMatch(Status.PASSED::equals) ? SituationStatus.HOLDS : SituationStatus.NOT_EXERCISED;
    }

    private static String seen(TestRow test) {
        String more = test.message().isEmpty() ? String.join(", ", test.evidence()) : test.message();
        return more.isEmpty() ? test.title() : test.title() + ": " + more;
    }
}

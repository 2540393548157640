// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities.Declaration;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.LockTck;
import dev.interlock.tck.Rule;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class SharedTableTest {

    @Test
    void each_situation_names_tests_that_the_kit_has() {
        Set<String> methods = methods(LockTck.class).collect(Collectors.toSet());
        assertThat(Arrays.stream(SharedSituation.values()).flatMap(each -> each.tests().stream()))
                .hasSize(17)
                .isSubsetOf(methods);
    }

    @Test
    void what_all_its_tests_passed_holds_and_a_permit_has_no_guard() {
        List<SituationRow> rows = SharedTable.of(List.of(backend(true, Status.PASSED, Status.PASSED)));
        assertThat(rows)
                .filteredOn(row -> row.cells().get(0).status() == SituationStatus.HOLDS)
                .hasSize(SharedSituation.values().length - 1);
        assertThat(rows).extracting(SituationRow::promise).noneMatch(promise -> promise.contains("one owner"));
        assertThat(cell(rows, SharedSituation.SHARED_EFFECT_PERMITS).evidence()).contains("no guard can refuse it");
        assertThat(cell(rows, SharedSituation.SHARED_READERS).evidence())
                .contains("; ")
                .endsWith(": seen.");
    }

    @Test
    void a_store_without_them_says_no_with_the_reason_whatever_passed() {
        assertThat(SharedTable.of(List.of(backend(false, Status.PASSED, Status.PASSED))))
                .flatExtracting(SituationRow::cells)
                .containsOnly(new Cell(
                        "some", SituationStatus.NOT_OFFERED, "The store has no such locks: they are refused.", null));
    }

    @Test
    void the_worst_of_its_tests_counts() {
        assertThat(status(Status.PASSED, Status.FAILED)).isEqualTo(SituationStatus.FAILED);
        assertThat(status(Status.ERROR, Status.PASSED)).isEqualTo(SituationStatus.ERROR);
        assertThat(status(Status.PASSED, Status.NOT_EXERCISED)).isEqualTo(SituationStatus.NOT_EXERCISED);
        assertThat(status(Status.PASSED)).isEqualTo(SituationStatus.NOT_RUN);
        assertThat(status()).isEqualTo(SituationStatus.NOT_RUN);
    }

    private static SituationStatus status(Status... ended) {
        return cell(SharedTable.of(List.of(backend(true, ended))), SharedSituation.SHARED_READERS)
                .status();
    }

    private static Cell cell(List<SituationRow> rows, SharedSituation situation) {
        return rows.stream()
                .filter(row -> row.id().equals(situation.name()))
                .findFirst()
                .flatMap(row -> row.cell("some"))
                .orElseThrow();
    }

    /** The first test of each situation ended as the first, the second as the second; without a status it was not run. */
    private static BackendReport backend(boolean declared, Status... ended) {
        List<RuleRow> rules = Arrays.stream(Rule.values())
                .filter(rule -> rule.family().equals("SHARE"))
                .map(rule -> RuleRow.of(rule.id(), tests(rule, List.of(ended))))
                .toList();
        BackendReport some = SampleResults.backend("some", rules, List.of());
        Declaration shares = new Declaration("shares", declared, "they are refused");
        return new BackendReport(
                some.name(),
                some.required(),
                some.notRun(),
                some.server(),
                new DeclaredCapabilities("polling", "1 ms", "1 s", 1, List.of(shares), List.of()),
                some.checks(),
                rules,
                some.mutants(),
                some.measurements(),
                some.leftOut(),
                some.problems());
    }

    private static List<TestRow> tests(Rule rule, List<Status> ended) {
        List<TestRow> tests = new ArrayList<>();
        for (SharedSituation situation : SharedSituation.values()) {
            for (int i = 0; situation.rule() == rule && i < situation.tests().size() && i < ended.size(); i++) {
                String test = situation.tests().get(i);
                tests.add(new TestRow(test, test, ended.get(i), "", List.of("seen"), List.of(), null, 1));
            }
        }
        return tests;
    }

    private static Stream<String> methods(Class<?> kit) {
        return Arrays.stream(kit.getDeclaredClasses())
                .map(Class::getSuperclass)
                .flatMap(rules -> Arrays.stream(rules.getDeclaredMethods()))
                .map(Method::getName);
    }
}

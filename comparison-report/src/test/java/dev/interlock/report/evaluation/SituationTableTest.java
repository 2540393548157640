// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SituationTableTest {

    @Test
    void each_situation_has_a_cell_for_each_backend_with_its_evidence_and_history() {
        List<SituationRow> rows = SituationTable.of(List.of(
                SampleResults.passing("one", SampleResults.PAUSE), SampleResults.passing("two", SampleResults.PAUSE)));
        assertThat(rows)
                .hasSameSizeAs(Situation.values())
                .allSatisfy(row -> assertThat(row.cells()).hasSize(2).allSatisfy(cell -> {
                    assertThat(cell.evidence()).isEqualTo("seen of " + row.id());
                    assertThat(cell.history()).isEqualTo(row.rule() + ".txt");
                    assertThat(cell.status().shown()).isTrue();
                }));
        assertThat(rows.stream().filter(row -> row.cells().get(0).status() == SituationStatus.BROKEN))
                .extracting(SituationRow::id)
                .containsExactlyInAnyOrder("BELIEF_HOLDER_STOPPED", "EFFECT_UNGUARDED");
    }

    @Test
    void a_rule_that_was_not_exercised_or_failed_never_holds() {
        assertThat(cell(List.of())).isEqualTo(SituationStatus.NOT_RUN);
        assertThat(cell(List.of(row(Status.NOT_EXERCISED, true)))).isEqualTo(SituationStatus.NOT_EXERCISED);
        assertThat(cell(List.of(row(Status.FAILED, true)))).isEqualTo(SituationStatus.FAILED);
        assertThat(cell(List.of(row(Status.ERROR, true)))).isEqualTo(SituationStatus.ERROR);
        assertThat(cell(List.of(row(Status.PASSED, false)))).isEqualTo(SituationStatus.NO_FINDING);
        assertThat(cell(List.of(row(Status.PASSED, true)))).isEqualTo(SituationStatus.HOLDS);
    }

    @Test
    void one_counter_example_outweighs_what_held() {
        String id = Situation.SERVER_HOLDER_KILLED.name();
        RuleRow row = SampleResults.rule(
                Rule.PROC_1,
                Status.PASSED,
                List.of(new FindingRow(id, true, "good"), new FindingRow(id, false, "bad")));
        assertThat(SituationTable.of(List.of(SampleResults.backend("some", List.of(row), List.of()))))
                .filteredOn(situation -> situation.id().equals(id))
                .flatExtracting(SituationRow::cells)
                .containsExactly(new Cell("some", SituationStatus.BROKEN, "bad", "PROC-1.txt"));
    }

    @Test
    void there_is_no_cell_without_evidence() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Cell("redis", SituationStatus.HOLDS, " ", null))
                .withMessage("HOLDS on redis must have evidence but has none");
    }

    private static RuleRow row(Status status, boolean found) {
        FindingRow finding = new FindingRow(Situation.SERVER_HOLDER_KILLED.name(), true, "text");
        return SampleResults.rule(Rule.PROC_1, status, found ? List.of(finding) : List.of());
    }

    private static SituationStatus cell(List<RuleRow> rows) {
        return SituationTable.of(List.of(SampleResults.backend("some", rows, List.of()))).stream()
                .filter(row -> row.id().equals(Situation.SERVER_HOLDER_KILLED.name()))
                .findFirst()
                .flatMap(row -> row.cell("some"))
                .orElseThrow()
                .status();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SituationTableTest {

    /** What memory's stand-in for a server gives away. */
    private static final Set<Situation> OF_SERVERS = Set.of(
            Situation.SERVER_RESTARTED,
            Situation.BELIEF_STORE_RESTARTED,
            Situation.SERVER_FAILED_OVER,
            Situation.BELIEF_FAILED_OVER);

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
    void memory_is_not_judged_for_a_server_of_its_own() {
        BackendReport memory = SampleResults.passing("memory", Servers.NONE, OF_SERVERS);
        assertThat(cells(memory, SituationStatus.NOT_OFFERED))
                .containsExactlyInAnyOrder(
                        Situation.SERVER_RESTARTED.name(),
                        Situation.SERVER_CLOCK_JUMPED.name(),
                        Situation.SERVER_FAILED_OVER.name(),
                        Situation.BELIEF_STORE_RESTARTED.name(),
                        Situation.BELIEF_RESTART_TOLD.name(),
                        Situation.BELIEF_CLOCK_JUMPED.name(),
                        Situation.BELIEF_FAILED_OVER.name(),
                        Situation.EFFECT_CLOCK_JUMPED.name(),
                        Situation.EFFECT_FAILED_OVER.name());
        assertThat(cells(memory, SituationStatus.BROKEN)).isEmpty();
        assertThat(cell(memory, Situation.SERVER_FAILED_OVER).evidence())
                .isEqualTo("Memory has no server: it ends with its JVM, and with every client of it. In the rule's"
                        + " stand-in: seen of SERVER_FAILED_OVER");
    }

    @Test
    void what_held_on_servers_of_the_rule_is_not_credited_to_one_server() {
        BackendReport one = SampleResults.passing("zookeeper", Servers.ONE, Set.of());
        assertThat(cells(one, SituationStatus.NOT_OFFERED))
                .containsExactlyInAnyOrder("SERVER_FAILED_OVER", "BELIEF_FAILED_OVER", "EFFECT_FAILED_OVER");
        assertThat(cell(one, Situation.SERVER_FAILED_OVER))
                .returns("FAULT-2.txt", Cell::history)
                .returns(
                        "One server has no other that takes over: no client is granted a lock until it is back. On"
                                + " several servers, which the rule started: seen of SERVER_FAILED_OVER",
                        Cell::evidence);
        for (Servers others : List.of(Servers.SEVERAL, Servers.UNKNOWN)) {
            assertThat(cells(SampleResults.passing("some", others, Set.of()), SituationStatus.NOT_OFFERED))
                    .as(others.name())
                    .isEmpty();
        }
    }

    @Test
    void a_counter_example_stays_on_one_server_with_all_that_belongs_to_it() {
        BackendReport one = SampleResults.passing("redis", Servers.ONE, Set.of(Situation.SERVER_FAILED_OVER));
        assertThat(cells(one, SituationStatus.BROKEN)).containsExactly("SERVER_FAILED_OVER");
        assertThat(cell(one, Situation.EFFECT_FAILED_OVER).status()).isEqualTo(SituationStatus.HOLDS);
    }

    @Test
    void a_rule_that_failed_on_memory_is_not_excused() {
        RuleRow failed = SampleResults.rule(Rule.FAULT_2, Status.FAILED, List.of());
        BackendReport memory = SampleResults.passing("memory", Servers.NONE, Set.of());
        assertThat(cell(SampleResults.withRules(memory, List.of(failed)), Situation.SERVER_FAILED_OVER)
                        .status())
                .isEqualTo(SituationStatus.FAILED);
    }

    private static List<String> cells(BackendReport backend, SituationStatus status) {
        return SituationTable.of(List.of(backend)).stream()
                .filter(row -> row.cells().get(0).status() == status)
                .map(SituationRow::id)
                .toList();
    }

    private static Cell cell(BackendReport backend, Situation situation) {
        return SituationTable.of(List.of(backend)).stream()
                .filter(row -> row.id().equals(situation.name()))
                .findFirst()
                .orElseThrow()
                .cells()
                .get(0);
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

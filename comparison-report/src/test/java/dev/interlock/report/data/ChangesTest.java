// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.Changes.Change;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChangesTest {

    @Test
    void the_same_run_has_changed_in_nothing() {
        Report report = report(Status.PASSED, true, SituationStatus.HOLDS, new Spread(10, 9, 11, 3));
        Changes changes = Changes.between(report, report);
        assertThat(changes.changes()).isEmpty();
        assertThat(changes.compared()).isEqualTo(4);
    }

    @Test
    void a_different_result_is_reported() {
        Changes changes = Changes.between(
                report(Status.PASSED, true, SituationStatus.HOLDS, new Spread(10, 9, 11, 3)),
                report(Status.FAILED, false, SituationStatus.BROKEN, new Spread(20, 12, 21, 3)));
        assertThat(changes.before()).isEqualTo("then, Interlock 1 abc");
        assertThat(changes.changes())
                .containsExactly(
                        new Change("redis, ACQ-1", "passed", "failed"),
                        new Change("redis, mutant m", "killed", "survived"),
                        new Change("redis, speed: p50", "10 µs (9 to 11)", "20 µs (12 to 21)"),
                        new Change("redis, S, it rains", "holds", "broken"));
    }

    @Test
    void figures_whose_ranges_meet_have_not_changed() {
        Changes changes = Changes.between(
                report(Status.PASSED, true, SituationStatus.HOLDS, new Spread(10, 9, 12, 3)),
                report(Status.PASSED, true, SituationStatus.HOLDS, new Spread(20, 12, 21, 3)));
        assertThat(changes.changes()).isEmpty();
    }

    @Test
    void results_that_only_one_run_has_are_counted_and_not_compared() {
        Report whole = report(Status.PASSED, true, SituationStatus.HOLDS, Spread.once(1));
        Report none = new Report(
                true,
                true,
                "",
                1,
                whole.environment(),
                List.of(),
                List.of(),
                new Conclusions(List.of(), List.of(), List.of(), List.of(), List.of()),
                List.of());
        assertThat(Changes.between(none, whole)).returns(4, Changes::onlyNow).returns(0, Changes::compared);
        assertThat(Changes.between(whole, none)).returns(4, Changes::onlyBefore).returns(List.of(), Changes::changes);
    }

    private static Report report(Status rule, boolean killed, SituationStatus holds, Spread figure) {
        BackendReport backend = new BackendReport(
                "redis",
                true,
                null,
                null,
                null,
                List.of(),
                List.of(new RuleRow("ACQ-1", rule, List.of())),
                List.of(new MutantRow("m", "broken", "store", killed, List.of())),
                List.of(Measurement.of("speed", "how", List.of(Figure.of("p50", "µs", figure)))),
                LeftOut.NOTHING,
                List.of());
        SituationRow row = new SituationRow(
                "RAIN", "S", "promise", "it rains", "ACQ-1", List.of(new Cell("redis", holds, "seen", null)));
        return new Report(
                true,
                true,
                "",
                1,
                new Environment("then", "1", "abc", "jvm", "os", 2, 512),
                List.of(),
                List.of(backend),
                new Conclusions(List.of(row), List.of(), List.of(), List.of(), List.of()),
                List.of());
    }
}

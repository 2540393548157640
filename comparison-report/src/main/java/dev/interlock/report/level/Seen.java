// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.level;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Cell;
import dev.interlock.report.data.ClaimRow.Shown;
import dev.interlock.report.data.Holding;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Proof;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Looks things up in what a run has shown. */
final class Seen {

    private final List<BackendReport> ran;
    private final List<SituationRow> situations;

    Seen(List<BackendReport> ran, List<SituationRow> situations) {
        this.ran = List.copyOf(ran);
        this.situations = List.copyOf(situations);
    }

    /** What a thing that was looked up says: nothing if it was not run. */
    record Look(Shown shown, List<Proof> proofs) {

        static final Look NOTHING = new Look(Shown.NOT_SHOWN, List.of());

        static Look of(boolean asExpected, String text, String anchor) {
            return new Look(asExpected ? Shown.SHOWN : Shown.DENIED, List.of(new Proof(text, anchor)));
        }
    }

    /** Whether a guarantee holds, or breaks, as expected. */
    Look cell(Situation situation, boolean holds, String backend) {
        return situations.stream()
                .filter(row -> row.id().equals(situation.name()))
                .flatMap(row -> row.cell(backend).stream()
                        .filter(cell -> cell.holding().shown())
                        .map(cell -> cell(row, cell, holds)))
                .findFirst()
                .orElse(Look.NOTHING);
    }

    private static Look cell(SituationRow row, Cell cell, boolean holds) {
        return Look.of(
                (cell.holding() == Holding.HOLDS) == holds,
                cell.backend() + ", " + row.words() + ": " + word(cell.holding()) + ". " + cell.evidence(),
                row.anchor(cell.backend()));
    }

    static String word(Holding holding) {
        return holding.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether a rule passes. */
    Look rule(Rule rule, String backend) {
        return ran.stream()
                .filter(each -> each.name().equals(backend))
                .flatMap(each -> each.rule(rule.id()).stream())
                .map(RuleRow::status)
                .filter(status -> status != Status.NOT_EXERCISED)
                .map(status -> Look.of(
                        !status.bad(),
                        rule.id() + (status.bad() ? " did not pass on " : " passed on ") + backend + ".",
                        rule.id()))
                .findFirst()
                .orElse(Look.NOTHING);
    }

    /** Whether a mutant is killed. */
    Look mutant(String id) {
        return ran.stream()
                .flatMap(backend -> backend.mutants().stream())
                .filter(mutant -> mutant.id().equals(id))
                .map(mutant -> Look.of(mutant.killed(), fate(mutant), "mutant-" + id))
                .findFirst()
                .orElse(Look.NOTHING);
    }

    private static String fate(MutantRow mutant) {
        String killers = mutant.verdicts().stream()
                .filter(verdict -> verdict.status() == Status.FAILED)
                .map(MutantRow.Verdict::rule)
                .collect(Collectors.joining(", "));
        return "Mutant " + mutant.id() + " (" + mutant.broken() + ") "
                + (mutant.killed() ? "was killed by " + killers + "." : "was not killed.");
    }

    /** What a measurement says; it has figures or not, and none of them is expected. */
    Look measured(String title, String backend) {
        return ran.stream()
                .filter(each -> each.name().equals(backend))
                .flatMap(each -> each.measurements().stream())
                .filter(measurement -> measurement.title().equals(title)
                        && !measurement.readings().isEmpty())
                .map(measurement ->
                        Look.of(true, "Measured on " + backend + ": " + measurement.title() + ".", "measurements"))
                .findFirst()
                .orElse(Look.NOTHING);
    }
}

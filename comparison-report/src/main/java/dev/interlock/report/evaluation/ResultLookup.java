// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.Capability;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.ClaimRow.Shown;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results of a run, by situation, rule, mutant and measurement, each compared with the expected result. */
final class ResultLookup {

    private final List<BackendReport> ran;
    private final List<SituationRow> situations;

    ResultLookup(List<BackendReport> ran) {
        this.ran = List.copyOf(ran);
        this.situations = SituationTable.of(ran);
    }

    List<SituationRow> situations() {
        return situations;
    }

    /** Whether a run shows the expected result, and where; {@link #NOTHING} if it was not run. */
    record Result(Shown shown, List<Proof> proofs) {

        static final Result NOTHING = new Result(Shown.NOT_SHOWN, List.of());

        static Result of(boolean asExpected, String text, String anchor) {
            return new Result(asExpected ? Shown.SHOWN : Shown.DENIED, List.of(new Proof(text, anchor)));
        }
    }

    /** Whether a guarantee holds, or breaks, as expected. */
    Result cell(Situation situation, boolean holds, String backend) {
        SituationRow row = row(situation);
        return row.cell(backend)
                .filter(cell -> cell.status().shown())
                .map(cell -> cell(row, cell, holds))
                .orElse(Result.NOTHING);
    }

    SituationRow row(Situation situation) {
        return situations.stream()
                .filter(row -> row.id().equals(situation.name()))
                .findFirst()
                .orElseThrow();
    }

    /** The backends with a status in a situation. */
    List<Proof> backends(Situation situation, SituationStatus status) {
        SituationRow row = row(situation);
        return row.cells().stream()
                .filter(cell -> cell.status() == status)
                .map(cell -> new Proof(cell.backend(), row.anchor(cell.backend())))
                .toList();
    }

    private static Result cell(SituationRow row, Cell cell, boolean holds) {
        return Result.of(
                (cell.status() == SituationStatus.HOLDS) == holds,
                cell.backend() + ", " + row.description() + ": " + word(cell.status()) + ". " + cell.evidence(),
                row.anchor(cell.backend()));
    }

    static String word(SituationStatus status) {
        return status.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Whether a rule passes. */
    Result rule(Rule rule, String backend) {
        return ran.stream()
                .filter(each -> each.name().equals(backend))
                .flatMap(each -> each.rule(rule.id()).stream())
                .map(RuleRow::status)
                .filter(status -> status != Status.NOT_EXERCISED)
                .map(status -> Result.of(
                        !status.bad(),
                        rule.id() + (status.bad() ? " did not pass on " : " passed on ") + backend + ".",
                        rule.id()))
                .findFirst()
                .orElse(Result.NOTHING);
    }

    /** Whether a mutant is killed. */
    Result mutant(String id) {
        return ran.stream()
                .flatMap(backend -> backend.mutants().stream())
                .filter(mutant -> mutant.id().equals(id))
                .map(mutant -> Result.of(mutant.killed(), fate(mutant), "mutant-" + id))
                .findFirst()
                .orElse(Result.NOTHING);
    }

    private static String fate(MutantRow mutant) {
        String killers = mutant.verdicts().stream()
                .filter(verdict -> verdict.status() == Status.FAILED)
                .map(MutantRow.Verdict::rule)
                .collect(Collectors.joining(", "));
        return "Mutant " + mutant.id() + " (" + mutant.broken() + ") "
                + (mutant.killed() ? "was killed by " + killers + "." : "was not killed.");
    }

    /** Whether a measurement has figures; no particular figures are expected. */
    Result measured(String title, String backend) {
        return ran.stream()
                .filter(each -> each.name().equals(backend))
                .flatMap(each -> each.measurements().stream())
                .filter(measurement -> measurement.title().equals(title)
                        && !measurement.figures().isEmpty())
                .map(measurement ->
                        Result.of(true, "Measured on " + backend + ": " + measurement.title() + ".", "measurements"))
                .findFirst()
                .orElse(Result.NOTHING);
    }

    /** The backends on which a rule passed and a capability is declared, or is not. */
    List<Proof> declaring(Capability capability, boolean declared, Rule rule) {
        // As BackendRun writes the capability's name.
        String words = capability.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return ran.stream()
                .filter(backend -> backend.rule(rule.id())
                        .filter(row -> row.status() == Status.PASSED)
                        .isPresent())
                .filter(backend -> backend.capabilities() != null
                        && declared
                                == backend.capabilities().declarations().stream()
                                        .anyMatch(each -> each.declared()
                                                && each.capability().equals(words)))
                .map(backend -> new Proof(backend.name(), rule.id()))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The verdict on a report, in sentences: failures, remarks for the reader, and gaps. Used by one thread. */
public final class ReportVerdict {

    private final List<String> failures = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();

    private ReportVerdict() {}

    /**
     * Judges a report.
     *
     * @param report the report
     * @return the verdict
     */
    public static ReportVerdict of(Report report) {
        ReportVerdict verdict = new ReportVerdict();
        Set<String> binding = report.rules().stream()
                .filter(RuleText::binding)
                .map(RuleText::id)
                .collect(Collectors.toSet());
        for (BackendReport backend : report.backends()) {
            boolean waits = !report.finished() && backend.notRun() != null && !backend.required();
            if (!waits) {
                verdict.look(backend, binding);
            }
        }
        verdict.tellWhatWasNotExercised(report);
        verdict.tellWhatWasLeftOut(report);
        verdict.look(report.conclusions());
        report.guards().forEach(verdict::look);
        if (report.finished() && report.ran().isEmpty()) {
            verdict.failures.add("no backend was run");
        }
        return verdict;
    }

    /**
     * The failures of the run.
     *
     * @return sentences, none if the run was good
     */
    public List<String> failures() {
        return List.copyOf(failures);
    }

    /**
     * Remarks for the reader: SHOULD rules broken, limits of a set-up, missed goals, backends that were not run, rules
     * that were not exercised. A goal that is missed within noise is none: its figure says so.
     *
     * @return sentences
     */
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    /**
     * The parts that the run left out, and the command that runs them.
     *
     * @return sentences, none if nothing was left out
     */
    public List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /**
     * Whether nothing failed.
     *
     * @return true if so
     */
    public boolean good() {
        return failures.isEmpty();
    }

    private void look(BackendReport backend, Set<String> binding) {
        String name = backend.name();
        if (backend.notRun() != null) {
            (backend.required() ? failures : remarks).add(name + " was not run: " + backend.notRun());
            return;
        }
        backend.problems().forEach(problem -> failures.add(name + ": " + problem));
        for (CheckRow check : backend.checks()) {
            if (check.verdict() != CheckRow.Verdict.GOOD) {
                remarks.add(name + ", " + check.topic() + ": " + check.found()
                        + (check.remedy().isEmpty() ? "" : "; " + check.remedy()));
            }
        }
        for (RuleRow row : backend.rules()) {
            if (row.status().bad()) {
                String how = row.status() == Status.FAILED ? " is broken on " : " ended with an error on ";
                (binding.contains(row.rule()) ? failures : remarks).add(row.rule() + how + name);
            }
        }
        for (MutantRow mutant : backend.mutants()) {
            if (!mutant.killed()) {
                failures.add("mutant " + mutant.id() + " survived on " + name);
            }
        }
        backend.measurements().forEach(measurement -> look(name, measurement));
    }

    private void tellWhatWasNotExercised(Report report) {
        List<String> parts = new ArrayList<>();
        for (BackendReport backend : report.ran()) {
            long open = backend.count(Status.NOT_EXERCISED) + backend.count(Status.PARTLY);
            if (open > 0) {
                parts.add(open + " of " + backend.rules().size() + " on " + backend.name());
            }
        }
        if (!parts.isEmpty()) {
            remarks.add("rules not exercised, or only in part: " + String.join(", ", parts));
        }
    }

    private void tellWhatWasLeftOut(Report report) {
        Map<String, List<String>> byReason = new LinkedHashMap<>();
        for (BackendReport backend : report.ran()) {
            LeftOut left = backend.leftOut();
            if (left.any()) {
                byReason.computeIfAbsent(left.reason(), reason -> new ArrayList<>())
                        .add(left + " on " + backend.name());
            }
        }
        byReason.forEach((reason, parts) -> leftOut.add("left out: " + String.join(", ", parts) + ". " + reason));
        if (!report.rest().isEmpty()) {
            leftOut.add("all of it is run by " + report.rest());
        }
    }

    private void look(Conclusions conclusions) {
        for (SituationRow row : conclusions.situations()) {
            for (Cell cell : row.cells()) {
                if (cell.status() == SituationStatus.NO_FINDING) {
                    failures.add(row.rule() + " passed on " + cell.backend() + " and said nothing about " + row.id());
                }
            }
        }
        for (ClaimRow claim : conclusions.claims()) {
            if (claim.shown() == ClaimRow.Shown.DENIED) {
                failures.add("this run denies what the page says about " + claim.source() + ": " + claim.claim());
            }
        }
    }

    private void look(GuardReport guard) {
        String name = "guard " + guard.guard() + ": ";
        if (guard.problem() != null) {
            failures.add(name + guard.problem());
        }
        for (GuardTrial trial : guard.trials()) {
            if (!trial.met()) {
                failures.add(name + trial.use() + ", " + trial.order() + ": the number " + trial.wanted()
                        + " there, but was found " + trial.found() + ". " + trial.evidence());
            }
        }
        if (guard.cost() != null && guard.cost().problem() != null) {
            failures.add(name + guard.cost().title() + ": " + guard.cost().problem());
        }
    }

    private void look(String backend, Measurement measurement) {
        String place = backend + ", " + measurement.title() + ": ";
        if (measurement.problem() != null) {
            failures.add(place + measurement.problem());
        }
        for (Figure figure : measurement.figures()) {
            Target target = figure.target();
            if (target != null && !target.met() && !figure.missedWithinNoise()) {
                Reference reference = figure.reference();
                String value = reference == null || reference.ratio() == null
                        ? Numbers.of(figure.value().median())
                        : Numbers.share(reference.ratio().median()) + " of " + reference.name() + "'s";
                (target.binding() ? failures : remarks)
                        .add(place + figure.what() + " is " + value + ", target " + target.description());
            }
        }
    }
}

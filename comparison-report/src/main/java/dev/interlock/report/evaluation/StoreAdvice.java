// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.Capability;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.DeclaredCapabilities;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.AdviceRow.Answer;
import dev.interlock.report.data.Conclusions.AdviceRow.Answer.Kind;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The advice on which store to choose for which need. Each sentence names exactly the backends for which a result of
 * the run supports it. Memory is left out, since its locks are for one JVM.
 */
final class StoreAdvice {

    private static final String MEMORY = "memory";
    private static final String NAMES = "%s";

    private final List<BackendReport> ran;
    private final List<SituationRow> situations;

    private StoreAdvice(List<BackendReport> ran, List<SituationRow> situations) {
        this.ran = ran;
        this.situations = situations;
    }

    static List<AdviceRow> of(List<BackendReport> ran, List<SituationRow> situations) {
        List<BackendReport> shared =
                ran.stream().filter(backend -> !backend.name().equals(MEMORY)).toList();
        StoreAdvice advice = new StoreAdvice(shared, situations);
        return List.of(
                new AdviceRow(
                        "A second writer would do damage: money, stock, states",
                        join(
                                advice.held(
                                        Situation.EFFECT_GUARDED,
                                        "Take one of %s, and put a guard before the resource."),
                                advice.broke(
                                        Situation.EFFECT_UNGUARDED,
                                        "Not without a guard: a stale write got through on %s."))),
                new AdviceRow(
                        "The lock only saves work that may be done twice",
                        join(advice.held(
                                Situation.EFFECT_UNDISTURBED,
                                "Any of %s, also without a guard: nothing was lost while no process stalled."))),
                advice.situation(
                        "A held lock is to outlive a crash of its store",
                        Situation.SERVER_RESTARTED,
                        "Take one of %s, set up as here.",
                        "Not %s, set up as here: others were granted the lock."),
                advice.situation(
                        "A held lock is to outlive a fail-over of its store",
                        Situation.SERVER_FAILED_OVER,
                        "Take one of %s, several servers of it.",
                        "Not %s: another client was granted the lock within its holder's lease."),
                advice.situation(
                        "The wall clock of the store's server may jump ahead while a lock is held",
                        Situation.SERVER_CLOCK_JUMPED,
                        "Take one of %s.",
                        "Not %s: another client was granted the lock within its holder's lease."),
                advice.situation(
                        "Guards are to stay right although the store of the locks lost its data",
                        Situation.EFFECT_DATA_LOST,
                        "Take one of %s: tokens went on growing.",
                        "Not %s: tokens began again. Take a new generation of the fencing domain after such a loss."),
                new AdviceRow(
                        "The lock of a crashed process is to be free soon",
                        advice.told(Situation.SERVER_HOLDER_KILLED)),
                advice.capability(
                        "Waiting clients are to be served in the order in which they came",
                        Capability.FIFO_BETWEEN_CLIENTS,
                        Rule.WAIT_8),
                advice.capability(
                        "A release is to wake a waiting client at once", Capability.NOTIFIES_WAITERS, Rule.WAIT_7),
                advice.situation(
                        "A second writer would do damage, and nothing can guard the resource",
                        Situation.EFFECT_STOPPED_WITHIN_DELAY,
                        "Take one of %s with a lock-delay longer than the pauses to be expected: it narrows what a"
                                + " stopped holder can spoil, and costs that time after each crash.",
                        "Not %s: a lock-delay is refused."));
    }

    private AdviceRow situation(String need, Situation situation, String yes, String no) {
        return new AdviceRow(need, join(held(situation, yes), broke(situation, no)));
    }

    private AdviceRow capability(String need, Capability capability, Rule rule) {
        List<Proof> with = new ArrayList<>();
        List<Proof> without = new ArrayList<>();
        for (BackendReport backend : ran) {
            DeclaredCapabilities declared = backend.capabilities();
            boolean shown = backend.rule(rule.id())
                    .filter(row -> row.status() == Status.PASSED)
                    .isPresent();
            if (shown && declared != null) {
                (declares(declared, capability) ? with : without).add(new Proof(backend.name(), rule.id()));
            }
        }
        return new AdviceRow(
                need,
                join(
                        answer(Kind.TAKE, "Take one of %s.", with),
                        answer(Kind.AVOID, "Not %s: " + capability.absence() + ".", without)));
    }

    /** As {@code BackendRun} writes the capability's name. */
    private static boolean declares(DeclaredCapabilities capabilities, Capability capability) {
        String words = capability.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return capabilities.declarations().stream()
                .anyMatch(each -> each.declared() && each.capability().equals(words));
    }

    private List<Answer> held(Situation situation, String sentence) {
        return about(Kind.TAKE, situation, SituationStatus.HOLDS, sentence);
    }

    private List<Answer> broke(Situation situation, String sentence) {
        return about(Kind.AVOID, situation, SituationStatus.BROKEN, sentence);
    }

    private List<Answer> about(Kind kind, Situation situation, SituationStatus status, String sentence) {
        List<Proof> proofs = new ArrayList<>();
        for (BackendReport backend : ran) {
            cell(situation, backend)
                    .filter(cell -> cell.status() == status)
                    .ifPresent(cell -> proofs.add(proof(situation, backend)));
        }
        return answer(kind, sentence, proofs);
    }

    /** The observations on each backend, with the text of its cell. */
    private List<Answer> told(Situation situation) {
        List<Answer> answers = new ArrayList<>();
        for (BackendReport backend : ran) {
            cell(situation, backend)
                    .filter(cell -> cell.status().shown())
                    .ifPresent(cell -> answers.add(
                            new Answer(Kind.SEEN, "", List.of(proof(situation, backend)), ": " + cell.evidence())));
        }
        return answers;
    }

    private Optional<Cell> cell(Situation situation, BackendReport backend) {
        return row(situation).flatMap(row -> row.cell(backend.name()));
    }

    private Proof proof(Situation situation, BackendReport backend) {
        return new Proof(backend.name(), row(situation).orElseThrow().anchor(backend.name()));
    }

    private Optional<SituationRow> row(Situation situation) {
        return situations.stream()
                .filter(row -> row.id().equals(situation.name()))
                .findFirst();
    }

    /** No sentence without a backend to name. */
    private static List<Answer> answer(Kind kind, String sentence, List<Proof> proofs) {
        int names = sentence.indexOf(NAMES);
        return proofs.isEmpty()
                ? List.of()
                : List.of(new Answer(
                        kind, sentence.substring(0, names), proofs, sentence.substring(names + NAMES.length())));
    }

    @SafeVarargs
    private static List<Answer> join(List<Answer>... parts) {
        List<Answer> all = new ArrayList<>();
        for (List<Answer> part : parts) {
            all.addAll(part);
        }
        return all;
    }
}

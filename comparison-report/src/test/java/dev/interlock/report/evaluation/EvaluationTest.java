// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.MutantCatalog;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Conclusions.ClaimRow.Shown;
import dev.interlock.report.data.Conclusions.MistakeRow;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Situation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Claims, advice and known mistakes say what a run has shown, and nothing else. */
final class EvaluationTest {

    private static final String STRICT = "ZooKeeper is strict, because it does not depend on the client's state";

    @Test
    void the_pause_is_shown_on_zookeeper_by_its_cells() {
        ClaimRow claim = claim(STRICT, SampleResults.passing("zookeeper", SampleResults.PAUSE));
        assertThat(claim.shown()).isEqualTo(Shown.SHOWN);
        assertThat(claim.proofs())
                .extracting(Proof::anchor)
                .containsExactly(
                        "BELIEF_HOLDER_STOPPED-zookeeper", "EFFECT_UNGUARDED-zookeeper", "EFFECT_GUARDED-zookeeper");
        assertThat(claim.proofs().get(0).text()).contains("broken. seen of BELIEF_HOLDER_STOPPED");
    }

    @Test
    void a_run_that_saw_otherwise_denies_the_verdict() {
        assertThat(claim(STRICT, SampleResults.passing("zookeeper", Set.of())).shown())
                .isEqualTo(Shown.DENIED);
    }

    @Test
    void without_zookeeper_nothing_is_said_of_it() {
        ClaimRow claim = claim(STRICT, SampleResults.passing("redis", SampleResults.PAUSE));
        assertThat(claim.shown()).isEqualTo(Shown.NOT_SHOWN);
        assertThat(claim.proofs()).isEmpty();
    }

    @Test
    void a_run_of_nothing_backs_no_claim_and_no_advice() {
        Conclusions nothing = Evaluation.of(List.of(BackendReport.notRun("redis", true, "no server")));
        assertThat(nothing.claims()).extracting(ClaimRow::shown).containsOnly(Shown.NOT_SHOWN);
        assertThat(nothing.advice()).flatExtracting(AdviceRow::answers).isEmpty();
    }

    @Test
    void advice_names_the_stores_for_which_a_cell_or_a_rule_speaks_and_no_others() {
        List<AdviceRow> advice = Evaluation.of(List.of(
                        SampleResults.passing("memory", SampleResults.PAUSE),
                        SampleResults.passing("good", SampleResults.PAUSE),
                        SampleResults.backend("unknown", List.of(), List.of())))
                .advice();
        assertThat(advice.get(0).answers())
                .containsExactly(
                        new AdviceRow.Answer(
                                AdviceRow.Answer.Kind.TAKE,
                                "Use one of ",
                                List.of(new Proof("good", "EFFECT_GUARDED-good")),
                                ", with a guard before the resource."),
                        new AdviceRow.Answer(
                                AdviceRow.Answer.Kind.AVOID,
                                "Not without a guard: on ",
                                List.of(new Proof("good", "EFFECT_UNGUARDED-good")),
                                " the resource accepted a stale write."));
        assertThat(advice.get(6).answers())
                .containsExactly(new AdviceRow.Answer(
                        AdviceRow.Answer.Kind.SEEN,
                        "",
                        List.of(new Proof("good", "SERVER_HOLDER_KILLED-good")),
                        ": seen of SERVER_HOLDER_KILLED"));
        assertThat(advice.get(7).answers())
                .containsExactly(new AdviceRow.Answer(
                        AdviceRow.Answer.Kind.AVOID,
                        "Not ",
                        List.of(new Proof("good", "WAIT-8")),
                        ": a client that comes later can overtake one that waits."));
        assertThat(advice.stream().flatMap(row -> row.answers().stream()))
                .flatExtracting(AdviceRow.Answer::backends)
                .extracting(Proof::text)
                .containsOnly("good");
    }

    @Test
    void a_mistake_shows_what_became_of_its_mutants() {
        MutantRow killed = new MutantRow(
                "exp-never",
                "broken",
                "memory",
                true,
                List.of(new MutantRow.Verdict("EXP-1", Status.FAILED, "said", null)));
        List<MistakeRow> mistakes =
                KnownMistake.in(List.of(SampleResults.backend("memory", List.of(), List.of(killed))));
        assertThat(mistakes.get(0).mutants())
                .containsExactly(
                        new MistakeRow.MutantOutcome("exp-never", true, true),
                        new MistakeRow.MutantOutcome("redis-no-expiry", false, false));
    }

    @Test
    void a_full_run_shows_every_claim() {
        Set<Situation> lost = EnumSet.of(
                Situation.SERVER_RESTARTED,
                Situation.BELIEF_STORE_RESTARTED,
                Situation.SERVER_CLOCK_JUMPED,
                Situation.SERVER_FAILED_OVER,
                Situation.BELIEF_FAILED_OVER);
        lost.addAll(SampleResults.PAUSE);
        List<MutantRow> killed = MutantCatalog.all().stream()
                .map(mutant -> new MutantRow(mutant.id(), mutant.broken(), "store", true, List.of()))
                .toList();
        Measurement herd = Measurement.of(Measurement.WOKEN, "", List.of(Figure.of("woken", "", Spread.once(1L))));
        Conclusions conclusions = Evaluation.of(List.of(
                SampleResults.with(SampleResults.passing("redis", lost), killed, List.of()),
                SampleResults.with(SampleResults.passing("zookeeper", SampleResults.PAUSE), List.of(), List.of(herd)),
                SampleResults.passing("redis-wait", lost),
                SampleResults.passing("redis-sentinel", lost),
                SampleResults.passing("redis-cluster", lost),
                SampleResults.passing("redis-redlock", lost),
                SampleResults.passing("mysql", SampleResults.PAUSE),
                SampleResults.passing("mysql-row-lock", lost)));
        assertThat(conclusions.claims())
                .allSatisfy(claim -> assertThat(claim.shown()).as(claim.claim()).isEqualTo(Shown.SHOWN));
    }

    private static ClaimRow claim(String words, BackendReport... ran) {
        return Evaluation.of(List.of(ran)).claims().stream()
                .filter(claim -> claim.claim().equals(words))
                .findFirst()
                .orElseThrow();
    }
}

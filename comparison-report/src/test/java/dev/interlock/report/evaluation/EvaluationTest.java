// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.mutants.MutantCatalog;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.Conclusions;
import dev.interlock.report.data.Conclusions.AdviceRow;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Conclusions.ClaimRow.Shown;
import dev.interlock.report.data.Conclusions.MistakeRow;
import dev.interlock.report.data.Conclusions.Proof;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.Spread;
import dev.interlock.report.data.Status;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Claims, advice and known mistakes say what a run has shown, and nothing else. */
final class EvaluationTest {

    private static final String MONEY = "A second writer would do damage: money, stock, state";
    private static final String UNGUARDED = "A second writer would do damage, and nothing can guard the resource";
    private static final String FAIL_OVER = "A held lock must survive a failover of its store";
    private static final String SOON = "The lock of a crashed process must be free soon";
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
    void where_a_second_writer_would_do_damage_a_store_is_good_with_a_guard_only() {
        BackendReport losing = SampleResults.passing(
                "redis-sentinel", broken(Situation.SERVER_FAILED_OVER, Situation.BELIEF_FAILED_OVER));
        BackendReport keeping = SampleResults.passing("zookeeper-3", SampleResults.PAUSE);
        for (String store : List.of("redis-sentinel", "zookeeper-3")) {
            AdviceRow.Answer first = first(MONEY, store, losing, keeping);
            assertThat(first.word()).as(store).isEqualTo("yes, with a guard");
            assertThat(first.kind()).as(store).isEqualTo(AdviceRow.Answer.Kind.CONDITION);
        }
    }

    @Test
    void without_a_guard_no_store_is_good_whether_or_not_it_has_a_lock_delay() {
        BackendReport delaying = SampleResults.passing("redis", SampleResults.PAUSE);
        BackendReport refusing = SampleResults.passing(
                "zookeeper", broken(Situation.EFFECT_STOPPED_WITHIN_DELAY, Situation.BELIEF_STOPPED_WITHIN_DELAY));
        for (String store : List.of("redis", "zookeeper")) {
            AdviceRow.Answer first = first(UNGUARDED, store, delaying, refusing);
            assertThat(first.word()).as(store).isEqualTo("no");
            assertThat(first.kind()).as(store).isEqualTo(AdviceRow.Answer.Kind.AVOID);
        }
    }

    @Test
    void one_server_is_not_praised_for_a_fail_over_that_it_cannot_have() {
        BackendReport one = SampleResults.passing("zookeeper", Servers.ONE, SampleResults.PAUSE);
        BackendReport three = SampleResults.passing("zookeeper-3", Servers.SEVERAL, SampleResults.PAUSE);
        AdviceRow.Answer answer = first(FAIL_OVER, "zookeeper", one, three);
        assertThat(answer.word()).isEqualTo("no: one server");
        assertThat(answer.kind()).isEqualTo(AdviceRow.Answer.Kind.AVOID);
        assertThat(first(FAIL_OVER, "zookeeper-3", one, three).word()).isEqualTo("yes");
        BackendReport losing = SampleResults.passing("redis", Servers.ONE, broken(Situation.SERVER_FAILED_OVER));
        assertThat(first(FAIL_OVER, "redis", losing).word()).isEqualTo("no");
    }

    @Test
    void how_soon_a_dead_process_frees_its_lock_is_told_in_milliseconds() {
        String id = Situation.SERVER_HOLDER_KILLED.name();
        BackendReport timed = SampleResults.backend(
                "redis",
                List.of(SampleResults.rule(
                        Rule.PROC_1,
                        Status.PASSED,
                        List.of(new FindingRow(id, true, "granted 2012 ms after the kill, with a lease of 2000 ms")))),
                List.of());
        assertThat(first(SOON, "redis", timed).word()).isEqualTo("after 2012 ms");
        assertThat(first(SOON, "some", SampleResults.passing("some", Set.of())).word())
                .isEqualTo("seen");
    }

    @Test
    void advice_names_the_stores_for_which_a_cell_or_a_rule_speaks_and_no_others() {
        List<AdviceRow> advice = Evaluation.of(List.of(
                        SampleResults.passing("memory", SampleResults.PAUSE),
                        SampleResults.passing("good", SampleResults.PAUSE),
                        SampleResults.backend("unknown", List.of(), List.of())))
                .advice();
        assertThat(answers(advice, MONEY))
                .containsExactly(
                        new AdviceRow.Answer(
                                AdviceRow.Answer.Kind.CONDITION,
                                "yes, with a guard",
                                "Use one of ",
                                List.of(new Proof("good", "EFFECT_GUARDED-good")),
                                ", with a guard before the resource."),
                        new AdviceRow.Answer(
                                AdviceRow.Answer.Kind.AVOID,
                                "no",
                                "Not without a guard: on ",
                                List.of(new Proof("good", "EFFECT_UNGUARDED-good")),
                                " the resource accepted a stale write."));
        assertThat(answers(advice, SOON))
                .containsExactly(new AdviceRow.Answer(
                        AdviceRow.Answer.Kind.SEEN,
                        "seen",
                        "",
                        List.of(new Proof("good", "SERVER_HOLDER_KILLED-good")),
                        ": seen of SERVER_HOLDER_KILLED"));
        assertThat(answers(advice, "Waiting clients must be served in the order of their arrival"))
                .containsExactly(new AdviceRow.Answer(
                        AdviceRow.Answer.Kind.AVOID,
                        "no",
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
                SampleResults.passing("zookeeper-3", SampleResults.PAUSE),
                SampleResults.passing("redis-wait", lost),
                SampleResults.passing("redis-sentinel", lost),
                SampleResults.passing("redis-cluster", lost),
                SampleResults.passing("redis-redlock", lost),
                SampleResults.passing("mysql", SampleResults.PAUSE),
                SampleResults.passing("mysql-row-lock", lost)));
        assertThat(conclusions.claims())
                .allSatisfy(claim -> assertThat(claim.shown()).as(claim.claim()).isEqualTo(Shown.SHOWN));
    }

    /** With the pause that no lock prevents. */
    private static Set<Situation> broken(Situation... besides) {
        Set<Situation> broken = EnumSet.copyOf(SampleResults.PAUSE);
        broken.addAll(List.of(besides));
        return broken;
    }

    /** The answer that the cell of a store shows: the first that names it. */
    private static AdviceRow.Answer first(String need, String store, BackendReport... ran) {
        return answers(Evaluation.of(List.of(ran)).advice(), need).stream()
                .filter(answer -> answer.backends().stream()
                        .anyMatch(proof -> proof.text().equals(store)))
                .findFirst()
                .orElseThrow();
    }

    private static List<AdviceRow.Answer> answers(List<AdviceRow> advice, String need) {
        return advice.stream()
                .filter(row -> row.need().equals(need))
                .findFirst()
                .orElseThrow()
                .answers();
    }

    private static ClaimRow claim(String words, BackendReport... ran) {
        return Evaluation.of(List.of(ran)).claims().stream()
                .filter(claim -> claim.claim().equals(words))
                .findFirst()
                .orElseThrow();
    }
}

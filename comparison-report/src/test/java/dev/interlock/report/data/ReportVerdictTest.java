// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Figure.Reference;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReportVerdictTest {

    private static final RuleText MUST = new RuleText("ACQ-1", "ACQ", "MUST", "sentence", "intent");
    private static final RuleText SHOULD = new RuleText("WAIT-9", "WAIT", "SHOULD", "sentence", "intent");

    @Test
    void nothing_is_wrong_with_a_good_run() {
        ReportVerdict verdict = verdict(backend(rule("ACQ-1", Status.PASSED), mutant(true), figure(true, true)));
        assertThat(verdict.good()).isTrue();
        assertThat(verdict.remarks()).isEmpty();
    }

    @Test
    void a_broken_must_rule_is_a_failure() {
        assertThat(verdict(backend(rule("ACQ-1", Status.FAILED), mutant(true), figure(true, true)))
                        .failures())
                .containsExactly("ACQ-1 is broken on redis");
    }

    @Test
    void a_must_rule_that_ended_with_an_error_is_a_failure() {
        assertThat(verdict(backend(rule("ACQ-1", Status.ERROR), mutant(true), figure(true, true)))
                        .failures())
                .containsExactly("ACQ-1 ended with an error on redis");
    }

    @Test
    void a_must_rule_that_was_not_exercised_is_none() {
        ReportVerdict verdict = verdict(backend(rule("ACQ-1", Status.NOT_EXERCISED), mutant(true), figure(true, true)));
        assertThat(verdict.good()).isTrue();
        assertThat(verdict.remarks()).containsExactly("rules not exercised, or only in part: 1 of 1 on redis");
    }

    @Test
    void a_broken_should_rule_is_a_remark() {
        ReportVerdict verdict = verdict(backend(rule("WAIT-9", Status.FAILED), mutant(true), figure(true, true)));
        assertThat(verdict.good()).isTrue();
        assertThat(verdict.remarks()).containsExactly("WAIT-9 is broken on redis");
    }

    @Test
    void a_surviving_mutant_is_a_failure() {
        assertThat(verdict(backend(rule("ACQ-1", Status.PASSED), mutant(false), figure(true, true)))
                        .failures())
                .containsExactly("mutant acq-nobody-waits survived on redis");
    }

    @Test
    void a_missed_goal_is_a_remark_with_its_figure() {
        ReportVerdict verdict = verdict(backend(rule("ACQ-1", Status.PASSED), mutant(true), figure(false, false)));
        assertThat(verdict.good()).isTrue();
        assertThat(verdict.remarks()).containsExactly("redis, load: violations is 7, target must be 0");
    }

    @Test
    void a_missed_must_of_a_measurement_is_a_failure() {
        assertThat(verdict(backend(rule("ACQ-1", Status.PASSED), mutant(true), figure(false, true)))
                        .failures())
                .containsExactly("redis, load: violations is 7, target must be 0");
    }

    @Test
    void a_missed_share_names_the_reference() {
        Spread ratio = new Spread(0.899, 0.8, 0.95, 5);
        Figure slow = Figure.of("throughput", "pairs/s", Spread.once(899L))
                .nextTo(new Reference("raw JDBC", Spread.once(1000L), ratio))
                .withTarget(Target.goalAtLeast(ratio.median(), 0.9));
        assertThat(verdict(backend(rule("ACQ-1", Status.PASSED), mutant(true), slow))
                        .remarks())
                .containsExactly("redis, load: throughput is 0.89 of raw JDBC's, target at least 0.90");
    }

    @Test
    void a_goal_that_is_missed_within_noise_is_no_remark() {
        Spread ratio = new Spread(0.899, 0.8, 1.05, 5);
        Figure slow = Figure.of("throughput", "pairs/s", new Spread(899, 800, 1050, 5))
                .nextTo(new Reference("raw JDBC", new Spread(1000, 950, 1100, 5), ratio))
                .withTarget(Target.goalAtLeast(ratio.median(), 0.9));
        assertThat(slow.missedWithinNoise()).isTrue();
        assertThat(verdict(backend(rule("ACQ-1", Status.PASSED), mutant(true), slow))
                        .remarks())
                .isEmpty();
    }

    @Test
    void a_missing_server_is_a_failure_only_if_asked_for() {
        BackendReport good = backend(rule("ACQ-1", Status.PASSED), mutant(true), figure(true, true));
        ReportVerdict optional = verdict(good, BackendReport.notRun("zookeeper", false, "no server"));
        assertThat(optional.good()).isTrue();
        assertThat(optional.remarks()).containsExactly("zookeeper was not run: no server");
        ReportVerdict required = verdict(good, BackendReport.notRun("zookeeper", true, "no server"));
        assertThat(required.failures()).containsExactly("zookeeper was not run: no server");
    }

    @Test
    void a_store_whose_turn_has_not_come_is_no_failure_of_a_run_that_goes_on() {
        Environment environment = new Environment("", "", "", "", "", 1, 1);
        ReportVerdict verdict = ReportVerdict.of(new Report(
                false,
                false,
                "",
                0,
                environment,
                List.of(MUST),
                List.of(BackendReport.notRun("redis", false, "its turn has not come yet")),
                new Conclusions(List.of(), List.of(), List.of(), List.of(), List.of()),
                List.of()));
        assertThat(verdict.failures()).isEmpty();
        assertThat(verdict.remarks()).isEmpty();
    }

    @Test
    void a_run_of_nothing_is_a_failure() {
        assertThat(verdict(BackendReport.notRun("zookeeper", false, "no server"))
                        .failures())
                .containsExactly("no backend was run");
    }

    @Test
    void a_rule_that_passed_and_said_nothing_is_a_failure() {
        Cell cell = new Cell("redis", SituationStatus.NO_FINDING, "nothing", null);
        SituationRow row = new SituationRow("SOME", "S", "promise", "words", "PROC-1", List.of(cell));
        assertThat(verdict(List.of(row), List.of(), good()).failures())
                .containsExactly("PROC-1 passed on redis and said nothing about SOME");
    }

    @Test
    void a_claim_that_the_run_denies_is_a_failure() {
        ClaimRow claim =
                new ClaimRow("A page", "since it is so", "a claim", "wrong", "why", ClaimRow.Shown.DENIED, List.of());
        assertThat(verdict(List.of(), List.of(claim), good()).failures())
                .containsExactly("this run denies what the page says about A page: a claim");
    }

    @Test
    void parts_left_out_are_told_with_the_reason_and_are_no_remark() {
        LeftOut left = new LeftOut(List.of("REL-1"), List.of("m", "n"), List.of("load"), "No time.");
        ReportVerdict verdict = verdict(backend(rule("ACQ-1", Status.PASSED), mutant(true), figure(true, true), left));
        assertThat(verdict.good()).isTrue();
        assertThat(verdict.remarks()).isEmpty();
        assertThat(verdict.leftOut())
                .containsExactly("left out: 1 rule, 2 mutants and 1 measurement on redis. No time.");
    }

    @Test
    void a_trial_of_a_guard_that_went_wrong_is_a_failure() {
        GuardTrial trial = new GuardTrial("no guard", "an order", "is corrupted", "whole", "Nothing was lost.", false);
        assertThat(verdict(new GuardReport("Redis", List.of(trial), null, null)).failures())
                .containsExactly("guard Redis: no guard, an order: the number is corrupted there, but was found whole."
                        + " Nothing was lost.");
    }

    @Test
    void a_guard_that_could_not_be_tried_or_measured_is_a_failure() {
        Measurement cost = new Measurement("Guarded update", "", List.of(), "no connection");
        assertThat(verdict(new GuardReport("Redis", List.of(), cost, "no lock")).failures())
                .containsExactly("guard Redis: no lock", "guard Redis: Guarded update: no connection");
    }

    private static ReportVerdict verdict(GuardReport guard) {
        return verdict(List.of(), List.of(), List.of(guard), good());
    }

    private static BackendReport good() {
        return backend(rule("ACQ-1", Status.PASSED), mutant(true), figure(true, true));
    }

    private static ReportVerdict verdict(BackendReport... backends) {
        return verdict(List.of(), List.of(), List.of(), backends);
    }

    private static ReportVerdict verdict(
            List<SituationRow> situations, List<ClaimRow> claims, BackendReport... backends) {
        return verdict(situations, claims, List.of(), backends);
    }

    private static ReportVerdict verdict(
            List<SituationRow> situations, List<ClaimRow> claims, List<GuardReport> guards, BackendReport... backends) {
        Environment environment = new Environment("", "", "", "", "", 1, 1);
        return ReportVerdict.of(new Report(
                true,
                false,
                "",
                0,
                environment,
                List.of(MUST, SHOULD),
                List.of(backends),
                new Conclusions(situations, List.of(), List.of(), claims, List.of()),
                guards));
    }

    private static BackendReport backend(RuleRow rule, MutantRow mutant, Figure figure) {
        return backend(rule, mutant, figure, LeftOut.NOTHING);
    }

    private static BackendReport backend(RuleRow rule, MutantRow mutant, Figure figure, LeftOut left) {
        return new BackendReport(
                "redis",
                false,
                null,
                new ServerInfo("redis", "7", "path", Servers.ONE),
                null,
                List.of(),
                List.of(rule),
                List.of(mutant),
                List.of(Measurement.of("load", "", List.of(figure))),
                left,
                List.of());
    }

    private static RuleRow rule(String id, Status status) {
        return RuleRow.of(id, List.of(new TestRow("test", "test", status, "", List.of(), List.of(), null, 1)));
    }

    private static MutantRow mutant(boolean killed) {
        return new MutantRow("acq-nobody-waits", "every client is granted", "redis", killed, List.of());
    }

    private static Figure figure(boolean met, boolean binding) {
        return Figure.of("violations", "", Spread.once(7L)).withTarget(new Target("must be 0", met, binding));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The example alerts, evaluated by Prometheus' own tool on series that the meters wrote: each is seen firing when it
 * should, and silent when something else happens.
 */
final class AlertRulesTest {

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int DAY = 24 * 60;

    @TempDir
    Path directory;

    /**
     * Something that happens to locks, and what an alert says about it at the end.
     *
     * @param alert which one
     * @param fires whether it must fire
     * @param what what happens, for people
     * @param recording what Prometheus sees of it
     */
    record Scenario(String alert, boolean fires, String what, Supplier<Recording> recording) {
        @Override
        public String toString() {
            return alert + (fires ? " fires: " : " is silent: ") + what;
        }
    }

    static Stream<Scenario> scenarios() {
        return Stream.of(
                fires("LockLost", "the first loss ever", () -> quiet().minutes(1, lost(LossCause.EXPIRED))),
                silent("LockLost", "a hold reached its max-hold", () -> quiet().minutes(1, lost(LossCause.MAX_HOLD))),
                silent(
                        "LockLost",
                        "the last loss is a while ago",
                        () -> quiet().minutes(1, lost(LossCause.EXPIRED)).minutes(6)),
                fires(
                        "LockHeldTooLong",
                        "a hold reached its max-hold",
                        () -> quiet().minutes(1, lost(LossCause.MAX_HOLD))),
                silent("LockHeldTooLong", "a lease ended", () -> quiet().minutes(1, lost(LossCause.EXPIRED))),
                fires("LockUncertain", "one hold was in doubt", () -> quiet().minutes(1, UNCERTAIN)),
                silent("LockUncertain", "a renewal failed", () -> quiet().minutes(1, RENEWAL_FAILED)),
                fires("LockAbandoned", "a handle was forgotten", () -> quiet().minutes(1, ABANDONED)),
                silent("LockAbandoned", "all is released", () -> quiet().minutes(1, ACQUIRED, RELEASED)),
                fires("LockOutcomeUnknown", "no answers for ten minutes", () -> quiet().minutes(10, UNKNOWN)),
                silent(
                        "LockOutcomeUnknown",
                        "one without an answer",
                        () -> quiet().minutes(1, UNKNOWN).minutes(5)),
                fires("LockStoreUnavailable", "refused for five minutes", () -> quiet().minutes(5, UNAVAILABLE)),
                silent("LockStoreUnavailable", "others have the lock", () -> quiet().minutes(10, CONTENDED, TIMED_OUT)),
                fires(
                        "LockRenewalsFail",
                        "one of five",
                        () -> quiet().minutes(15, RENEWED, RENEWED, RENEWED, RENEWED, RENEWAL_FAILED)),
                silent(
                        "LockRenewalsFail",
                        "one of twenty",
                        () -> quiet().minutes(15, with(RENEWAL_FAILED, 19, RENEWED))),
                fires(
                        "LockRenewalsLate",
                        "late ones for ten minutes",
                        () -> quiet().minutes(10, RENEWED, RENEWAL_DELAYED)),
                silent(
                        "LockRenewalsLate",
                        "a single late one",
                        () -> quiet().minutes(1, RENEWAL_DELAYED).minutes(5)),
                fires(
                        "LockContention",
                        "three of five go without",
                        () -> quiet().minutes(35, ACQUIRED, ACQUIRED, TIMED_OUT, TIMED_OUT, TIMED_OUT)),
                silent(
                        "LockContention",
                        "two of five go without",
                        () -> quiet().minutes(35, ACQUIRED, ACQUIRED, ACQUIRED, TIMED_OUT, TIMED_OUT)),
                silent(
                        "LockContention",
                        "jobs skip what another runs",
                        () -> quiet().minutes(35, with(ACQUIRED, 9, TAKEN))),
                fires(
                        "LockContention",
                        "waits time out while jobs skip",
                        () -> quiet().minutes(35, with(TIMED_OUT, 9, TAKEN))),
                fires("LockReleaseFails", "one without an answer", () -> quiet().minutes(1, RELEASE_FAILED)),
                silent("LockReleaseFails", "all is released", () -> quiet().minutes(20, ACQUIRED, RELEASED)),
                fires(
                        "NightlyReportDidNotRun",
                        "the last run was a day and two hours ago",
                        () -> quiet().minutes(1, NIGHTLY).minutes(DAY + 120, ACQUIRED)),
                silent(
                        "NightlyReportDidNotRun",
                        "it ran last night",
                        () -> quiet().minutes(1, NIGHTLY)
                                .minutes(DAY)
                                .minutes(1, NIGHTLY)
                                .minutes(120, ACQUIRED)));
    }

    private static final LockEvent ACQUIRED = new LockEvent.Acquired("order-7", 7, SECOND);
    private static final LockEvent NIGHTLY = new LockEvent.Acquired("nightly-report", 7, SECOND);
    private static final LockEvent CONTENDED = new LockEvent.Contended("order-7");
    private static final LockEvent TAKEN = new LockEvent.Taken("order-7", SECOND);
    private static final LockEvent TIMED_OUT = new LockEvent.TimedOut("order-7", SECOND);
    private static final LockEvent UNAVAILABLE = new LockEvent.Unavailable("order-7", "down");
    private static final LockEvent UNKNOWN = new LockEvent.OutcomeUnknown("order-7", SECOND, "silence");
    private static final LockEvent RENEWED = new LockEvent.Renewed("order-7", 7);
    private static final LockEvent RENEWAL_FAILED = new LockEvent.RenewalFailed("order-7", 7, SECOND, "silence");
    private static final LockEvent RENEWAL_DELAYED = new LockEvent.RenewalDelayed("order-7", 7, SECOND, SECOND);
    private static final LockEvent UNCERTAIN = new LockEvent.Uncertain("order-7", 7, "suspended");
    private static final LockEvent RELEASED = new LockEvent.Released("order-7", 7, SECOND);
    private static final LockEvent RELEASE_FAILED =
            new LockEvent.ReleaseFailed("order-7", 7, ReleaseResult.UNKNOWN, "silence");
    private static final LockEvent ABANDONED = new LockEvent.Abandoned("order-7", 7, "collected");

    private static LockEvent lost(LossCause cause) {
        return new LockEvent.Lost("order-7", new LockLost("order-7", 7, cause, "late"));
    }

    private static LockEvent[] with(LockEvent one, int count, LockEvent other) {
        return Stream.concat(Stream.of(one), Stream.generate(() -> other).limit(count))
                .toArray(LockEvent[]::new);
    }

    private static Scenario fires(String alert, String what, Supplier<Recording> recording) {
        return new Scenario(alert, true, what, recording);
    }

    private static Scenario silent(String alert, String what, Supplier<Recording> recording) {
        return new Scenario(alert, false, what, recording);
    }

    /** Half an hour in which nothing happens. */
    private static Recording quiet() {
        return new Recording().minutes(30);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void each_alert_fires_when_it_should_and_not_otherwise(Scenario scenario) throws IOException {
        Promtool promtool = Promtool.find();
        evaluate(promtool, scenario.recording().get(), scenario.alert(), scenario.fires());
    }

    @Test
    void each_alert_is_seen_both_ways() throws IOException {
        Set<String> all = Set.copyOf(AlertRules.read().alerts());
        assertThat(alerts(true)).isEqualTo(all);
        assertThat(alerts(false)).isEqualTo(all);
    }

    private static Set<String> alerts(boolean fires) {
        return scenarios()
                .filter(scenario -> scenario.fires() == fires)
                .map(Scenario::alert)
                .collect(Collectors.toSet());
    }

    /** Why all meters are there from the start: this is what was, and an alert that never fires looks like a good one. */
    @Test
    void a_series_that_began_with_the_first_loss_would_hide_it() throws IOException {
        Promtool promtool = Promtool.find();
        evaluate(promtool, quiet().minutes(1, lost(LossCause.EXPIRED)).withoutZeros(), "LockLost", false);
    }

    /** All instances are gone, or are not scraped: there is no series at all. */
    @Test
    void a_report_without_any_series_did_not_run() throws IOException {
        Promtool promtool = Promtool.find();
        Recording nothing = new Recording().minutes(30).withoutZeros();
        evaluate(promtool, nothing, "NightlyReportDidNotRun", true);
    }

    @Test
    void Prometheus_reads_the_rules() throws IOException {
        ShortCommand checked = Promtool.find().run("check", "rules", AlertRules.FILE.toString());
        assertThat(checked.succeeded()).as(checked.output()).isTrue();
    }

    /** Without any tool: a rule on a meter or an outcome that does not exist would be silent for ever. */
    @Test
    void each_expression_finds_series_that_the_meters_write() throws IOException {
        Set<String> written = new Recording().names();
        List<Selector> selectors = AlertRules.read().selectors();
        assertThat(selectors)
                .hasSizeGreaterThan(10)
                .allSatisfy(selector ->
                        assertThat(written).as("what %s finds", selector).anyMatch(selector::selects));
    }

    private void evaluate(Promtool promtool, Recording recording, String alert, boolean fires) throws IOException {
        List<Selector> selectors = AlertRules.read().selectors();
        String test = "rule_files: ['" + AlertRules.FILE + "']\n"
                + "evaluation_interval: 1m\n"
                + "tests:\n"
                + "  - interval: 1m\n"
                + "    input_series:\n"
                + recording.inputSeries(series -> selectors.stream().anyMatch(selector -> selector.selects(series)))
                + "    promql_expr_test:\n"
                + "      - expr: 'count(ALERTS{alertname=\"" + alert + "\",alertstate=\"firing\"}) or vector(0)'\n"
                + "        eval_time: " + recording.length() + "m\n"
                + "        exp_samples: [{ labels: '{}', value: " + (fires ? 1 : 0) + " }]\n";
        Path file = Files.writeString(directory.resolve("test.yml"), test);
        ShortCommand result = promtool.run("test", "rules", file.toString());
        assertThat(result.succeeded()).as(result.output()).isTrue();
    }
}

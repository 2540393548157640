// SPDX-License-Identifier: Apache-2.0
package dev.interlock.micrometer.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.interlock.LockEvent;
import dev.interlock.LockLost;
import dev.interlock.LossCause;
import dev.interlock.ReleaseResult;
import dev.interlock.RetentionEnd;
import dev.interlock.TermEnd;
import dev.interlock.testbed.os.ShortCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dashboard beside the meters: each query finds series that the meters write, each meter has a panel, and
 * Prometheus' own tool evaluates each query to a value.
 */
final class DashboardTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Labels that Prometheus itself gives each series. */
    private static final Set<String> OF_PROMETHEUS = Set.of("job", "instance");

    @TempDir
    Path directory;

    private final Dashboard dashboard = Dashboard.read();
    private final Recording recording = new Recording().minutes(30).minutes(10, EVENTS);

    private static final LockEvent[] EVENTS = {
        new LockEvent.Contended("order-7"),
        new LockEvent.Acquired("order-7", 7, SECOND),
        new LockEvent.Renewed("order-7", 7),
        new LockEvent.RenewalDelayed("order-7", 7, SECOND, SECOND),
        new LockEvent.LeaseAdapted("order-7", SECOND, SECOND, SECOND, 20),
        new LockEvent.Uncertain("order-7", 7, "suspended"),
        new LockEvent.Released("order-7", 7, SECOND),
        new LockEvent.RetentionEnded("order-7", 7, RetentionEnd.RECALLED),
        new LockEvent.ReleaseFailed("order-7", 7, ReleaseResult.UNKNOWN, "silence"),
        new LockEvent.Taken("order-7", SECOND),
        new LockEvent.Unavailable("order-7", "down"),
        new LockEvent.OutcomeUnknown("order-7", SECOND, "silence"),
        new LockEvent.Abandoned("order-7", 7, "collected"),
        new LockEvent.Lost("order-7", new LockLost("order-7", 7, LossCause.EXPIRED, "late")),
        new LockEvent.TermEnded("leader", 7, TermEnd.RETURNED, SECOND, SECOND, Optional.empty())
    };

    DashboardTest() throws IOException {}

    /** Without any tool: a panel of a meter, an outcome or a label that does not exist would be empty for ever. */
    @Test
    void each_query_finds_series_that_the_meters_write() {
        assertThat(all()).hasSizeGreaterThan(20).allSatisfy(query -> {
            List<Selector> selectors = Selector.in(query.text());
            assertThat(selectors).as(query.place()).isNotEmpty();
            for (Selector selector : selectors) {
                List<String> found =
                        recording.names().stream().filter(selector::selects).toList();
                assertThat(found)
                        .as("what %s finds in '%s'", selector, query.place())
                        .isNotEmpty();
                assertThat(labels(query, selector))
                        .allSatisfy(label -> assertThat(found)
                                .as("label %s in '%s'", label, query.place())
                                .allMatch(series -> Selector.hasLabel(series, label)));
            }
        });
    }

    /** The gauges are not told apart by lock. */
    private static List<String> labels(Dashboard.Query query, Selector selector) {
        return Stream.concat(selector.labels().stream(), query.groupings().stream())
                .filter(label -> !OF_PROMETHEUS.contains(label))
                .toList();
    }

    private List<Dashboard.Query> all() {
        return Stream.concat(dashboard.queries().stream(), dashboard.offers().stream())
                .toList();
    }

    /** A new meter needs its panel. */
    @Test
    void each_meter_has_a_panel() {
        Set<String> shown = dashboard.queries().stream()
                .flatMap(query -> Selector.in(query.text()).stream())
                .map(Selector::metric)
                .map(DashboardTest::meter)
                .collect(Collectors.toSet());
        assertThat(shown)
                .isEqualTo(recording.names().stream()
                        .map(series -> series.replaceFirst("\\{.*", ""))
                        .map(DashboardTest::meter)
                        .collect(Collectors.toSet()));
    }

    private static String meter(String metric) {
        return metric.replaceFirst("_(seconds_(sum|count|max)|total)$", "");
    }

    @Test
    void Prometheus_evaluates_each_query_to_a_value() throws IOException {
        Promtool promtool = Promtool.find();
        StringBuilder test = new StringBuilder("rule_files: []\nevaluation_interval: 1m\ntests:\n"
                + "  - interval: 1m\n    input_series:\n" + recording.inputSeries(series -> true)
                + "    promql_expr_test:\n");
        for (Dashboard.Query query : all()) {
            test.append("      - expr: '(count(" + query.text() + ") > bool 0) or vector(0)'\n        eval_time: "
                    + recording.length() + "m\n        exp_samples: [{ labels: '{}', value: 1 }]\n");
        }
        Path file = Files.writeString(directory.resolve("test.yml"), test);
        ShortCommand result = promtool.run("test", "rules", file.toString());
        assertThat(result.succeeded()).as(result.output()).isTrue();
    }

    /** What a person sees of the page: a row for each question, and panels that say what they show. */
    @Test
    void each_panel_says_what_it_shows_on_the_chosen_data_source() {
        assertThat(dashboard.panels().stream().map(panel -> panel.path("id").asInt()))
                .doesNotHaveDuplicates();
        assertThat(dashboard.panels().stream().map(panel -> panel.path("title").asText()))
                .doesNotHaveDuplicates()
                .noneMatch(String::isBlank);
        assertThat(dashboard.panels().get(0).path("type").asText()).isEqualTo("row");
        assertThat(dashboard.panels())
                .filteredOn(panel -> !panel.path("type").asText().equals("row"))
                .allSatisfy(panel -> {
                    assertThat(panel.path("description").asText()).endsWith(".");
                    assertThat(panel.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
                    assertThat(panel.path("targets")).isNotEmpty().allSatisfy(DashboardTest::requireDataSource);
                });
        assertThat(dashboard.variables().stream()
                        .map(variable -> variable.path("name").asText()))
                .containsExactly("datasource", "application", "lock");
    }

    private static void requireDataSource(JsonNode target) {
        assertThat(target.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.Conclusions;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.RuleRow;
import dev.interlock.report.data.SituationRow;
import dev.interlock.report.data.SituationRow.SituationStatus;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One store at a glance.
 *
 * @param backend the store
 * @param cells its cells of the heat map, with their rows
 * @param elsewhere the ids of situations in which the guarantee holds on another store
 */
public record StoreCard(BackendReport backend, List<Seen> cells, List<String> elsewhere) {

    private static final String SERVER = "S";

    /** Copies the lists. */
    public StoreCard {
        cells = List.copyOf(cells);
        elsewhere = List.copyOf(elsewhere);
    }

    /**
     * A cell of the store.
     *
     * @param row its situation
     * @param cell the result
     */
    public record Seen(SituationRow row, SituationRow.Cell cell) {}

    /**
     * A cost of the store.
     *
     * @param value the figure
     * @param what its description
     */
    public record Cost(String value, String what) {}

    /**
     * The cards of a report.
     *
     * @param report the report
     * @return one for each backend that was run
     */
    public static List<StoreCard> of(Report report) {
        List<SituationRow> rows = report.conclusions().situations();
        List<String> elsewhere = rows.stream()
                .filter(row -> row.cells().stream().anyMatch(cell -> cell.status() == SituationStatus.HOLDS))
                .map(SituationRow::id)
                .toList();
        return report.ran().stream()
                .map(backend -> new StoreCard(backend, seen(backend, rows), elsewhere))
                .toList();
    }

    /**
     * The card of one store without the others.
     *
     * @param backend the store
     * @param conclusions the conclusions from its results
     * @return a card that ignores other stores
     */
    public static StoreCard of(BackendReport backend, Conclusions conclusions) {
        return new StoreCard(backend, seen(backend, conclusions.situations()), List.of());
    }

    private static List<Seen> seen(BackendReport backend, List<SituationRow> rows) {
        return rows.stream()
                .flatMap(row -> row.cell(backend.name()).stream().map(cell -> new Seen(row, cell)))
                .toList();
    }

    /**
     * The situations whose guarantee holds on no tested store of this run.
     *
     * @param report the report
     * @return those that broke on at least two stores and held on none
     */
    public static List<SituationRow> brokenOnAll(Report report) {
        return report.conclusions().situations().stream()
                .filter(row -> row.cells().stream().noneMatch(cell -> cell.status() == SituationStatus.HOLDS))
                .filter(row -> row.cells().stream()
                                .filter(cell -> cell.status() == SituationStatus.BROKEN)
                                .count()
                        > 1)
                .toList();
    }

    /**
     * The summary of the store.
     *
     * @return a sentence about level S, or about the rules if any is broken
     */
    public String verdict() {
        List<String> bad = broken();
        if (!bad.isEmpty()) {
            return String.join(", ", bad) + (bad.size() == 1 ? " is" : " are") + " broken or ended unexpectedly";
        }
        long held = count(SERVER, SituationStatus.HOLDS);
        long broken = count(SERVER, SituationStatus.BROKEN);
        if (held + broken == 0) {
            return "No situation was exercised";
        }
        ServerInfo server = backend.server();
        String where = server != null && server.servers() == Servers.NONE ? ", within one JVM" : "";
        return broken == 0
                ? "One owner at a time in all " + held + " situations tried" + where
                : "A second owner in " + broken + " of " + (held + broken) + " situations tried";
    }

    /**
     * The style of the verdict.
     *
     * @return {@code good}, {@code open} or {@code bad}
     */
    public String style() {
        return !broken().isEmpty()
                ? "bad"
                : count(SERVER, SituationStatus.BROKEN) > 0 || count(SERVER, SituationStatus.HOLDS) == 0
                        ? "open"
                        : "good";
    }

    private List<String> broken() {
        return backend.rules().stream()
                .filter(row -> row.status().bad())
                .map(RuleRow::rule)
                .toList();
    }

    /**
     * The cells of a level.
     *
     * @param level S, B or E
     * @return in the order of the heat map
     */
    public List<Seen> of(String level) {
        return cells.stream().filter(seen -> seen.row().level().equals(level)).toList();
    }

    /**
     * The result of a level.
     *
     * @param level S, B or E
     * @return such as {@code 4 of 6}, of the situations with a result
     */
    public String tally(String level) {
        long held = count(level, SituationStatus.HOLDS);
        return held + " of " + (held + count(level, SituationStatus.BROKEN));
    }

    /**
     * The number of cells without a result, because they were not run.
     *
     * @return the number of cells
     */
    public long notRun() {
        return cells.stream()
                .filter(seen -> seen.cell().status() == SituationStatus.NOT_RUN)
                .count();
    }

    private long count(String level, SituationStatus status) {
        return of(level).stream().filter(seen -> seen.cell().status() == status).count();
    }

    /**
     * The guarantees that do not hold here but hold on another store.
     *
     * @return by situation, each with the cells of all levels that it breaks
     */
    public Map<String, List<Seen>> ownWeaknesses() {
        return cells.stream()
                .filter(seen -> seen.cell().status() == SituationStatus.BROKEN)
                .filter(seen -> elsewhere.contains(seen.row().id()))
                .collect(Collectors.groupingBy(
                        seen -> seen.row().description(), LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * The costs of the store: latency, throughput and requests.
     *
     * @return those of the three figures that were measured
     */
    public List<Cost> costs() {
        List<Cost> costs = new ArrayList<>();
        figure(figure -> figure.startsWith("p50, "))
                .ifPresent(figure -> costs.add(cost(figure, "acquire + release, p50")));
        figure(figure -> figure.startsWith("throughput, "))
                .ifPresent(figure -> costs.add(cost(figure, figure.what().replace("throughput, ", "with "))));
        backend.measurements().stream()
                .filter(measurement -> measurement.title().equals(Measurement.ROUND_TRIPS))
                .flatMap(measurement -> measurement.figures().stream())
                .findFirst()
                .ifPresent(figure -> costs.add(
                        new Cost(Numbers.of(figure.value().median()), figure.unit() + " to " + figure.what())));
        return costs;
    }

    private static Cost cost(Figure figure, String what) {
        return new Cost(Numbers.of(figure.value().median()) + " " + figure.unit(), what);
    }

    private Optional<Figure> figure(Predicate<String> wanted) {
        return backend.measurements().stream()
                .flatMap(measurement -> measurement.figures().stream())
                .filter(figure -> wanted.test(figure.what()))
                .findFirst();
    }
}

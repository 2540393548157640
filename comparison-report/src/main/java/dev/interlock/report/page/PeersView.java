// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peer.PeerSubject;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The peers, for the template. */
public final class PeersView {

    private PeersView() {}

    /**
     * The subjects that peers were asked about.
     *
     * @param report of the peers
     * @return in the order of the page
     */
    public static List<PeerSubject> subjects(PeerReport report) {
        return Arrays.stream(PeerSubject.values())
                .filter(subject -> !report.columns(subject).isEmpty()
                        && !report.questions(subject).isEmpty())
                .toList();
    }

    /**
     * The outcomes on a subject, counted, for the line that opens its table.
     *
     * @param report of the peers
     * @param subject the subject
     * @return such as {@code 54 hold, 12 BROKEN, 9 no means}
     */
    public static String tally(PeerReport report, PeerSubject subject) {
        Set<String> ids = report.columns(subject).stream().map(PeerColumn::id).collect(Collectors.toSet());
        Map<PeerOutcome, Long> counts = report.cells().stream()
                .filter(cell -> ids.contains(cell.peer()))
                .collect(Collectors.groupingBy(
                        PeerCell::outcome, () -> new EnumMap<>(PeerOutcome.class), Collectors.counting()));
        return counts.entrySet().stream()
                .map(each ->
                        each.getValue() + " " + (each.getKey() == PeerOutcome.HOLDS ? "hold" : word(each.getKey())))
                .collect(Collectors.joining(", "));
    }

    /**
     * The columns of a subject by store.
     *
     * @param report of the peers
     * @param subject the subject
     * @return in their order
     */
    public static Map<String, List<PeerColumn>> stores(PeerReport report, PeerSubject subject) {
        return report.columns(subject).stream()
                .collect(Collectors.groupingBy(PeerColumn::store, LinkedHashMap::new, Collectors.toList()));
    }

    /**
     * Whether a store's columns begin with this one.
     *
     * @param report of the peers
     * @param column the column
     * @return {@code store} if so, else nothing
     */
    public static String style(PeerReport report, PeerColumn column) {
        List<PeerColumn> columns = report.columns(column.subject());
        int place = columns.indexOf(column);
        return place == 0 || !columns.get(place - 1).store().equals(column.store()) ? "store" : "";
    }

    /**
     * An outcome as text.
     *
     * @param outcome the outcome
     * @return such as {@code holds}
     */
    public static String word(PeerOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> "holds";
            case BROKEN -> "BROKEN";
            case INEXPRESSIBLE -> "no means";
            case NOT_RUN -> "not run";
        };
    }

    /**
     * An outcome as a symbol, for sighted readers.
     *
     * @param outcome the outcome
     * @return one character
     */
    public static String sign(PeerOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> "\u2713";
            case BROKEN -> "\u2717";
            case INEXPRESSIBLE -> "\u2013";
            case NOT_RUN -> "?";
        };
    }

    /**
     * Splits a name where a line may break: where a word begins within it, and after an underscore.
     *
     * @param title such as {@code RedisLockRegistry}
     * @return its parts
     */
    public static List<String> parts(String title) {
        return List.of(title.split("(?<=[a-z])(?=[A-Z])|(?<=_)", -1));
    }

    /**
     * A name that a line may break at these places.
     *
     * @param title such as {@code RedisLockRegistry}
     * @return the same with spaces of no width
     */
    public static String breakable(String title) {
        return String.join("\u200b", parts(title));
    }

    /**
     * The style of an outcome.
     *
     * @param outcome the outcome
     * @return {@code good}, {@code open} or {@code bad}
     */
    public static String style(PeerOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> "good";
            case BROKEN -> "bad";
            case INEXPRESSIBLE, NOT_RUN -> "open";
        };
    }

    /**
     * The place of a cell's evidence on the page.
     *
     * @param cell the cell
     * @return the id of an element
     */
    public static String anchor(PeerCell cell) {
        return "peer-" + cell.peer() + "-" + cell.question();
    }

    /**
     * The column of a cell.
     *
     * @param report of the peers
     * @param cell the cell
     * @return its column
     */
    public static PeerColumn column(PeerReport report, PeerCell cell) {
        return report.columns().stream()
                .filter(column -> column.id().equals(cell.peer()))
                .findFirst()
                .orElseGet(() -> new PeerColumn(cell.peer(), "", PeerSubject.LOCKS, cell.peer(), "", ""));
    }

    /**
     * The question of a cell.
     *
     * @param report of the peers
     * @param cell the cell
     * @return its question
     */
    public static PeerQuestion question(PeerReport report, PeerCell cell) {
        return report.questions().stream()
                .filter(question -> question.id().equals(cell.question()))
                .findFirst()
                .orElseGet(() -> new PeerQuestion(cell.question(), PeerSubject.LOCKS, cell.question(), ""));
    }
}

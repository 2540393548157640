// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers;

import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peer.PeerSubject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renders the results as text. */
final class PeerTable {

    private PeerTable() {}

    /** A line for a cell, printed during the run. */
    static String line(PeerCell cell) {
        return String.format("%-28s %-20s %-8s %s", cell.peer(), cell.question(), word(cell.outcome()), cell.seen());
    }

    /** A table for each subject and store, with a column for each peer. */
    static List<String> lines(PeerReport report) {
        List<String> lines = new ArrayList<>();
        for (PeerSubject subject : PeerSubject.values()) {
            Map<String, List<PeerColumn>> stores = new LinkedHashMap<>();
            report.columns(subject)
                    .forEach(column -> stores.computeIfAbsent(column.store(), store -> new ArrayList<>())
                            .add(column));
            stores.forEach((store, columns) -> lines.addAll(table(report, subject, store, columns)));
        }
        return lines;
    }

    private static List<String> table(PeerReport report, PeerSubject subject, String store, List<PeerColumn> columns) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        StringBuilder head = new StringBuilder(String.format("%-20s", store));
        columns.forEach(column -> head.append(String.format("%-30s", column.id())));
        lines.add(head.toString().stripTrailing());
        for (PeerQuestion question : report.questions(subject)) {
            StringBuilder line = new StringBuilder(String.format("%-20s", question.id()));
            columns.forEach(column -> line.append(String.format(
                    "%-30s",
                    report.cell(column.id(), question.id())
                            .map(cell -> word(cell.outcome()))
                            .orElse(""))));
            lines.add(line.toString().stripTrailing());
        }
        columns.forEach(column -> lines.add("  " + column.id() + ": " + column.title() + ", " + column.server()));
        return lines;
    }

    private static String word(PeerOutcome outcome) {
        return switch (outcome) {
            case HOLDS -> "holds";
            case BROKEN -> "BROKEN";
            case INEXPRESSIBLE -> "none";
            case NOT_RUN -> "NOT RUN";
        };
    }
}

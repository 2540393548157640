// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Figure.Requests;
import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The cost of one operation on each store, as its requests side by side: those that are sent, and those that the server
 * runs for them.
 *
 * @param operation such as {@code release}
 * @param rows the stores whose servers counted it
 */
public record CostStack(String operation, List<Row> rows) {

    /** Rarer requests are occasional ones, such as pings. */
    private static final double RAREST = 0.05;

    /** Copies the list. */
    public CostStack {
        rows = List.copyOf(rows);
    }

    /**
     * One store.
     *
     * @param store its name
     * @param requests the requests to draw
     * @param most the largest number of requests of any store for this operation, which is the whole width
     */
    public record Row(String store, List<Requests> requests, double most) {

        /** Copies the list. */
        public Row {
            requests = List.copyOf(requests);
        }

        /**
         * The width of requests.
         *
         * @param one of them
         * @return such as {@code 12.34%}
         */
        public String width(Requests one) {
            return String.format(Locale.ROOT, "%.2f%%", 100 * one.count() / most);
        }

        /** {@return all of it in words, for screen readers} */
        public String words() {
            List<String> sent = new ArrayList<>();
            List<String> inside = new ArrayList<>();
            requests.forEach(one -> (one.inside() ? inside : sent).add(CostStack.words(one)));
            return store + ": sent " + String.join(", ", sent)
                    + (inside.isEmpty() ? "" : "; inside the server " + String.join(", ", inside));
        }
    }

    /**
     * Requests of one kind.
     *
     * @param one of them
     * @return such as {@code get}, or {@code get 2}
     */
    public static String words(Requests one) {
        String count = Numbers.of(one.count());
        return count.equals("1") ? one.kind() : one.kind() + " " + count;
    }

    /**
     * The stacks of a report.
     *
     * @param report the report
     * @return one for each operation whose requests any server counted
     */
    public static List<CostStack> of(Report report) {
        return MeasurementsView.operations(report).stream()
                .map(operation -> of(report, operation))
                .filter(stack -> !stack.rows().isEmpty())
                .toList();
    }

    private static CostStack of(Report report, String operation) {
        List<Row> rows = new ArrayList<>();
        for (BackendReport backend : MeasurementsView.counted(report)) {
            Figure figure = MeasurementsView.roundTrips(backend, operation);
            List<Requests> often = figure == null
                    ? List.of()
                    : figure.requests().stream()
                            .filter(one -> one.count() >= RAREST)
                            .toList();
            if (!often.isEmpty()) {
                rows.add(new Row(backend.name(), often, 0));
            }
        }
        double most = rows.stream()
                .mapToDouble(row ->
                        row.requests().stream().mapToDouble(Requests::count).sum())
                .max()
                .orElse(1);
        return new CostStack(
                operation,
                rows.stream()
                        .map(row -> new Row(row.store(), row.requests(), most))
                        .toList());
    }
}

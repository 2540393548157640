// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Report;
import java.util.List;

/**
 * The columns of the tables, one for each backend. Those of one store stand together: a name such as {@code
 * redis-sentinel} consists of the store and its set-up.
 */
public final class StoreColumns {

    private StoreColumns() {}

    /**
     * The store.
     *
     * @param backend the column
     * @return such as {@code redis}
     */
    public static String store(BackendReport backend) {
        int dash = backend.name().indexOf('-');
        return dash < 0 ? backend.name() : backend.name().substring(0, dash);
    }

    /**
     * The set-up of the store.
     *
     * @param backend the column
     * @return such as {@code sentinel}; empty for the plain case
     */
    public static String setUp(BackendReport backend) {
        int dash = backend.name().indexOf('-');
        return dash < 0 ? "" : backend.name().substring(dash + 1).replace('-', ' ');
    }

    /**
     * The style of a cell.
     *
     * @param report the report
     * @param backend the column
     * @return {@code store} if a store's columns begin with this one, else nothing
     */
    public static String style(Report report, BackendReport backend) {
        List<BackendReport> columns = report.ran();
        int place = columns.indexOf(backend);
        boolean first = place == 0 || !store(columns.get(place - 1)).equals(store(backend));
        return first ? "store" : "";
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Spread;
import dev.interlock.report.page.Chart.Dot;
import dev.interlock.report.page.Chart.Row;
import dev.interlock.report.peer.ContentionReport.Contender;
import dev.interlock.report.peer.ContentionReport.Store;
import dev.interlock.report.peer.ContentionReport.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The measurements beside other libraries, for the template. */
public final class ContentionView {

    /** Workloads whose pauses limit the throughput, with what their waits measure. */
    private static final Map<String, String> TIMED = Map.of(
            "hand-over", "from release to grant, median",
            "hand-over-100ms", "from release to grant, median",
            "turns", "from call to grant, median");

    private static final double MICROS_PER_MILLI = 1e3;

    private ContentionView() {}

    /**
     * The server of a store, without its origin.
     *
     * @param store the store
     * @return product and version
     */
    public static String product(Store store) {
        return store.server().replaceFirst(",.*", "");
    }

    /**
     * The charts of a workload: throughput, or the time of an access where pauses limit the throughput, and the slowest
     * waits.
     *
     * @param workload the workload
     * @return those with figures
     */
    public static List<Chart> charts(Workload workload) {
        boolean timed = TIMED.containsKey(workload.workload());
        List<Chart> charts = new ArrayList<>();
        add(
                charts,
                workload,
                TIMED.getOrDefault(workload.workload(), "acquired and released"),
                timed ? "waitP50Micros" : "perSecond",
                timed ? MICROS_PER_MILLI : 1,
                timed ? "ms" : "a second");
        add(charts, workload, "one in a hundred waits longer than", "waitP99Micros", MICROS_PER_MILLI, "ms");
        return charts;
    }

    private static void add(
            List<Chart> charts, Workload workload, String what, String figure, double share, String unit) {
        List<Dot> dots = new ArrayList<>();
        for (Contender contender : workload.contenders()) {
            Spread spread = contender.figures().get(figure);
            if (spread != null) {
                Spread shown = new Spread(
                        spread.median() / share, spread.min() / share, spread.max() / share, spread.rounds());
                dots.add(new Dot(contender.title(), shown, contender.role().equals("INTERLOCK")));
            }
        }
        double most = dots.stream().mapToDouble(dot -> dot.spread().max()).max().orElse(0);
        if (most > 0) {
            charts.add(new Chart(unit, most, List.of(new Row(what, dots))));
        }
    }

    /**
     * The faults of contenders in a workload.
     *
     * @param workload the workload
     * @return sentences
     */
    public static List<String> faults(Workload workload) {
        List<String> faults = new ArrayList<>();
        for (Contender contender : workload.contenders()) {
            if (contender.violations() > 0) {
                faults.add(contender.title() + ": " + Numbers.of((double) contender.violations())
                        + " holders were not alone");
            }
            if (!contender.failure().isEmpty()) {
                faults.add(contender.title() + ": " + contender.failure());
            }
        }
        return faults;
    }
}

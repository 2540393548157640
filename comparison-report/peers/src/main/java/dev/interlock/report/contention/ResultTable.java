// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contention.Results.ContenderResults;
import dev.interlock.report.contention.Results.WorkloadResults;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.data.Numbers;
import dev.interlock.report.data.Spread;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The results of a workload as a plain table. */
final class ResultTable {

    private static final List<String> HEAD = List.of(
            "",
            "n",
            "/s (range)",
            "of ideal",
            "p50 ms (range)",
            "p99 ms",
            "few/most threads",
            "JVMs",
            "CPU us",
            "server us",
            "bytes",
            "requests",
            "others",
            "x floor",
            "x best peer");

    private ResultTable() {}

    /** One round in a few words. */
    static String shortly(Workload workload, Round round) {
        String figure = workload.handsOver()
                ? String.format(Locale.ROOT, "p50 %.2f ms", Figure.WAIT_P50.of(round) / 1e3)
                : Numbers.of(Math.rint(round.perSecond())) + "/s";
        String steal = round.steal() < 0.01 ? "" : String.format(Locale.ROOT, ", steal %.0f %%", 100 * round.steal());
        String bad = round.violations() == 0 ? "" : ", NOT EXCLUSIVE: " + round.violations();
        return figure
                + steal
                + (round.isQuiet() ? "" : ": thrown away")
                + bad
                + (round.failure().isEmpty() ? "" : ", FAILED: " + round.failure());
    }

    static List<String> lines(WorkloadResults results) {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        results.contenders().forEach(contender -> rows.add(row(results.workload(), contender)));
        int[] widths = new int[HEAD.size()];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add(results.workload() + ": " + results.title());
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder("  ");
            for (int i = 0; i < row.size(); i++) {
                String pad = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + pad : "  " + pad + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        results.contenders().forEach(contender -> notes(contender, lines));
        return lines;
    }

    private static void notes(ContenderResults contender, List<String> lines) {
        if (contender.violations() > 0) {
            lines.add("  " + contender.title() + ": NOT EXCLUSIVE " + contender.violations() + " times");
        }
        if (!contender.failure().isEmpty()) {
            lines.add("  " + contender.title() + ": failed: " + contender.failure());
        }
        if (contender.discarded() > 0) {
            lines.add("  " + contender.title() + ": " + contender.discarded() + " rounds thrown away, stolen time");
        }
    }

    private static List<String> row(String workload, ContenderResults contender) {
        if (contender.figures().isEmpty()) {
            return List.of(contender.title(), "0");
        }
        double ideal = Workload.of(workload).idealPerSecond();
        Spread perSecond = of(contender, Figure.PER_SECOND);
        Spread p50 = of(contender, Figure.WAIT_P50);
        return List.of(
                contender.title(),
                String.valueOf(contender.rounds()),
                Numbers.of(perSecond.median()) + range(perSecond, 1),
                Double.isInfinite(ideal) ? "" : Numbers.share(perSecond.median() / ideal),
                Numbers.of(p50.median() / 1e3) + range(p50, 1e3),
                Numbers.of(of(contender, Figure.WAIT_P99).median() / 1e3),
                Numbers.share(of(contender, Figure.FEWEST_OF_MOST_THREADS).median()),
                Numbers.share(of(contender, Figure.FEWEST_OF_MOST_JVMS).median()),
                Numbers.of(of(contender, Figure.CLIENT_CPU).median()),
                Numbers.of(of(contender, Figure.SERVER_CPU).median()),
                Numbers.of(of(contender, Figure.ALLOCATED).median()),
                Numbers.of(of(contender, Figure.REQUESTS).median()),
                Numbers.of(of(contender, Figure.CORES_OF_OTHERS).median()),
                times(contender.ofFloor()),
                times(contender.ofBestPeer()));
    }

    private static Spread of(ContenderResults contender, Figure figure) {
        Spread spread = contender.figures().get(figure.key());
        if (spread == null) {
            throw new IllegalStateException(contender.id() + " has no " + figure.key());
        }
        return spread;
    }

    private static String range(Spread spread, double unit) {
        return " (" + Numbers.of(spread.min() / unit) + "-" + Numbers.of(spread.max() / unit) + ")";
    }

    private static String times(@Nullable Spread ratio) {
        return ratio == null ? "" : Numbers.of(ratio.median()) + range(ratio, 1);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.Role;
import dev.interlock.report.contention.Results.ContenderResults;
import dev.interlock.report.contention.Results.WorkloadResults;
import dev.interlock.report.contention.round.Workload;
import dev.interlock.report.data.Spread;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The statistics of one workload: medians with their range, and ratios of rounds of the same pass.
 *
 * @param workload the workload that was run
 * @param standings of all contenders
 */
record Comparisons(Workload workload, List<Standing> standings) {

    WorkloadResults results() {
        @Nullable Standing floor = floor();
        @Nullable Standing peer = bestPeer();
        List<ContenderResults> all = new ArrayList<>();
        for (Standing standing : standings) {
            List<Round> rounds = standing.rounds();
            all.add(new ContenderResults(
                    standing.contender().id(),
                    standing.contender().title(),
                    standing.contender().role(),
                    rounds.size(),
                    standing.discarded(),
                    standing.violations(),
                    standing.failure(),
                    rounds.stream().mapToDouble(Round::steal).max().orElse(0),
                    figures(rounds),
                    requests(rounds),
                    ratio(standing, floor),
                    ratio(standing, peer)));
        }
        return new WorkloadResults(workload.id(), workload.title(), all);
    }

    /** Greater is better: acquisitions per second, or how many hand-offs of this length would fit into a second. */
    private double merit(Round round) {
        return workload.handsOver() ? 1e6 / Figure.WAIT_P50.of(round) : round.perSecond();
    }

    /** The raw client, or the store's own lock where the raw client cannot wait. */
    private @Nullable Standing floor() {
        @Nullable Standing raw = best(Role.FLOOR);
        return raw == null ? best(Role.NATIVE) : raw;
    }

    private @Nullable Standing bestPeer() {
        return best(Role.PEER);
    }

    private @Nullable Standing best(Role role) {
        return standings.stream()
                .filter(standing -> standing.contender().role() == role
                        && !standing.rounds().isEmpty())
                .max(Comparator.comparingDouble(
                        standing -> spread(standing.rounds(), this::merit).median()))
                .orElse(null);
    }

    private @Nullable Spread ratio(Standing standing, @Nullable Standing other) {
        if (other == null || other == standing) {
            return null;
        }
        Map<Integer, Double> theirs = new TreeMap<>();
        other.rounds().forEach(round -> theirs.put(round.pass(), merit(round)));
        List<Double> ratios = standing.rounds().stream()
                .filter(round -> theirs.getOrDefault(round.pass(), 0.0) > 0)
                .map(round -> merit(round) / theirs.getOrDefault(round.pass(), 1.0))
                .toList();
        return ratios.isEmpty() ? null : Spread.of(ratios);
    }

    private static Map<String, Spread> figures(List<Round> rounds) {
        Map<String, Spread> figures = new LinkedHashMap<>();
        if (!rounds.isEmpty()) {
            for (Figure figure : Figure.values()) {
                figures.put(figure.key(), spread(rounds, figure::of));
            }
        }
        return figures;
    }

    /** A kind that did not occur in a round counts as 0. */
    private static Map<String, Double> requests(List<Round> rounds) {
        Set<String> kinds = new TreeSet<>();
        rounds.forEach(round -> kinds.addAll(round.requests().keySet()));
        Map<String, Double> medians = new TreeMap<>();
        for (String kind : kinds) {
            medians.put(
                    kind,
                    spread(rounds, round -> round.each(round.requests().getOrDefault(kind, 0L)))
                            .median());
        }
        return medians;
    }

    private static Spread spread(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    }
}

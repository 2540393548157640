// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.page;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.Conclusions.ClaimRow;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.GuardReport.GuardTrial;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.data.Status;
import dev.interlock.report.data.Target;
import dev.interlock.report.peer.ContentionReport;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peer.PeerSubject;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/** The line that each folded part of the page shows: what a reader finds in it, and what is bad. */
public final class OutlineView {

    private OutlineView() {}

    /**
     * The timelines.
     *
     * @param page the page
     * @return such as {@code 48 histories, 12 with a violation}
     */
    public static String timelines(Page page) {
        long bad = page.drawn().stream()
                .filter(each -> page.timelines().containsKey(each.file())
                        && !page.timelines().get(each.file()).violations().isEmpty())
                .count();
        return count(page.drawn().size(), "history", "histories") + (bad == 0 ? "" : ", " + bad + " with a violation");
    }

    /**
     * The guards.
     *
     * @param report the report
     * @return such as {@code 30 trials, all went as they must}
     */
    public static String guards(Report report) {
        List<GuardTrial> trials = report.guards().stream()
                .map(GuardReport::trials)
                .flatMap(List::stream)
                .toList();
        long failed = trials.stream().filter(trial -> !trial.met()).count();
        String count = count(trials.size(), "trial", "trials");
        return trials.isEmpty()
                ? "not run"
                : count + (failed == 0 ? ", all went as they must" : ", " + failed + " FAILED");
    }

    /**
     * The other libraries.
     *
     * @param peers their results
     * @return what became of their locks
     */
    public static String peers(PeerReport peers) {
        return "locks: " + PeersView.tally(peers, PeerSubject.LOCKS);
    }

    /**
     * The claims.
     *
     * @param report the report
     * @return such as {@code 31 claims: 29 shown here, 2 not exercised in this run}
     */
    public static String claims(Report report) {
        List<ClaimRow> claims = report.conclusions().claims();
        List<String> parts = Arrays.stream(ClaimRow.Shown.values())
                .map(shown -> part(
                        claims.stream().filter(claim -> claim.shown() == shown).count(), ConclusionsView.shown(shown)))
                .filter(part -> !part.isEmpty())
                .toList();
        return count(claims.size(), "claim", "claims") + ": " + String.join(", ", parts);
    }

    /**
     * The rules, each counted once by its worst end on any store.
     *
     * @param report the report
     * @return such as {@code 90 rules: 81 passed on each store, 9 not exercised, or only in part, on some}
     */
    public static String rules(Report report) {
        List<String> parts = new ArrayList<>();
        parts.add(part(rules(report, status -> status == Status.PASSED), "passed on each store"));
        parts.add(part(
                rules(report, status -> !status.bad()) - rules(report, status -> status == Status.PASSED),
                "not run, not exercised or only in part on some"));
        parts.add(part(report.rules().size() - rules(report, status -> !status.bad()), "FAILED"));
        parts.removeIf(String::isEmpty);
        return count(report.rules().size(), "rule", "rules") + ": " + String.join(", ", parts);
    }

    /** The rules whose end on every store is so. */
    private static long rules(Report report, Predicate<Status> end) {
        return report.rules().stream()
                .map(RuleText::id)
                .filter(rule -> report.ran().stream().allMatch(backend -> end.test(ResultsView.status(backend, rule))))
                .count();
    }

    /**
     * The mutants.
     *
     * @param report the report
     * @return such as {@code 41 of 41 killed}
     */
    public static String mutants(Report report) {
        long killed = report.ran().stream().mapToLong(BackendReport::killed).sum();
        long all = report.ran().stream()
                .mapToLong(backend -> backend.mutants().size())
                .sum();
        return all == 0 ? "none in this run" : killed + " of " + all + " killed";
    }

    /**
     * The measurements.
     *
     * @param report the report
     * @return such as {@code 13 stores; 2 goals missed, 5 within noise}
     */
    public static String measurements(Report report) {
        long stores = report.ran().stream()
                .filter(backend -> !backend.measurements().isEmpty())
                .count();
        List<Figure> missed = report.ran().stream()
                .flatMap(backend -> backend.measurements().stream())
                .flatMap(measurement -> measurement.figures().stream())
                .filter(OutlineView::isMissed)
                .toList();
        long noise = missed.stream().filter(Figure::missedWithinNoise).count();
        return stores == 0
                ? "none in this run"
                : count(stores, "store", "stores") + "; "
                        + (missed.size() == noise
                                ? "no goal missed beyond noise"
                                : count(missed.size() - noise, "goal", "goals") + " missed");
    }

    private static boolean isMissed(Figure figure) {
        Target target = figure.target();
        return target != null && !target.met();
    }

    /**
     * The benchmarks of contention.
     *
     * @param contention their results
     * @return such as {@code 4 stores}
     */
    public static String contention(ContentionReport contention) {
        return count(contention.stores().size(), "store", "stores");
    }

    /**
     * The machine.
     *
     * @param report the report
     * @return its JVM and cores
     */
    public static String environment(Report report) {
        return report.environment().jvm() + ", " + count(report.environment().cores(), "core", "cores");
    }

    private static String part(long number, String what) {
        return number == 0 ? "" : number + " " + what;
    }

    private static String count(long number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}

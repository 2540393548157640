// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.GuardReport;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.RuleText;
import dev.interlock.report.evaluation.Evaluation;
import dev.interlock.report.page.StoreCard;
import dev.interlock.report.progress.Progress;
import dev.interlock.report.run.BackendRun;
import dev.interlock.report.run.Scope;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One comparison of several backends.
 *
 * @param backends the backends, in the order of the report
 * @param required whether a backend without a server is a failure
 * @param scope how much to run
 * @param rest the command that also runs what the scope leaves out; empty if it leaves nothing out
 */
record Comparison(List<BackendUnderTest> backends, boolean required, Scope scope, String rest) {

    /** Rules mostly wait for leases to end, so two cores have time for several kits. */
    private static final int KITS_AT_ONCE = 5;

    private static final long LOOK_SECONDS = 5;

    /**
     * Checks several backends at a time, and then measures one after the other, so that they do not disturb each other.
     *
     * @param progress makes a progress for each backend
     * @param asItGoes receives the results so far, every few seconds, on a thread of its own
     * @param stated receives the statement of conformance of each backend that ran the whole contract
     * @return the results
     */
    Report run(Supplier<Progress> progress, Consumer<Report> asItGoes, Consumer<Statement> stated) {
        long begin = System.nanoTime();
        Environment environment = EnvironmentProbe.now();
        List<Progress> shown = new ArrayList<>();
        List<BackendRun> runs = new ArrayList<>();
        for (BackendUnderTest backend : backends) {
            Progress mine = progress.get();
            shown.add(mine);
            runs.add(new BackendRun(backend, required, scope, mine));
        }
        ExecutorService kits = Executors.newFixedThreadPool(KITS_AT_ONCE);
        ScheduledExecutorService looking = Executors.newSingleThreadScheduledExecutor();
        try {
            looking.scheduleWithFixedDelay(
                    () -> asItGoes.accept(report(runs, environment, begin, false)), 0, LOOK_SECONDS, TimeUnit.SECONDS);
            CompletableFuture.allOf(order().stream()
                            .map(at -> CompletableFuture.runAsync(() -> check(runs.get(at), shown.get(at)), kits))
                            .toArray(CompletableFuture[]::new))
                    .join();
            runs.forEach(BackendRun::measure);
        } finally {
            kits.shutdownNow();
            close(looking);
            shown.forEach(Progress::close);
        }
        runs.forEach(run -> run.statement().ifPresent(stated));
        return report(runs, environment, begin, true);
    }

    /** The first backend, so that results appear soon, then the slow ones, so that none runs alone at the end. */
    private List<Integer> order() {
        List<Integer> order = new ArrayList<>();
        for (int at = 0; at < backends.size(); at++) {
            order.add(at);
        }
        order.sort(Comparator.comparing(at -> at == 0 ? 0 : backends.get(at).isSlow() ? 1 : 2));
        return order;
    }

    private void check(BackendRun run, Progress progress) {
        long begin = System.nanoTime();
        run.check();
        BackendReport found = run.report();
        if (found.notRun() == null) {
            String verdict = StoreCard.of(found, Evaluation.of(List.of(found))).verdict();
            progress.say(found.name() + " after " + seconds(begin) + " s: " + verdict);
        }
    }

    /** Waits for a page that is still being written, so that it does not replace the final page. */
    private static void close(ExecutorService looking) {
        looking.shutdown();
        boolean interrupted = false;
        try {
            looking.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Report report(List<BackendRun> runs, Environment environment, long begin, boolean finished) {
        List<BackendReport> reports = runs.stream().map(BackendRun::report).toList();
        List<GuardReport> guards =
                runs.stream().flatMap(run -> run.guard().stream()).toList();
        boolean full = reports.stream().allMatch(report -> !report.leftOut().any());
        return new Report(
                finished,
                full,
                full ? "" : rest,
                seconds(begin),
                environment,
                rules(),
                reports,
                Evaluation.of(reports),
                guards);
    }

    private static long seconds(long begin) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    }

    private List<RuleText> rules() {
        return Arrays.stream(Rule.values())
                .filter(scope.rules()::contains)
                .map(rule -> new RuleText(
                        rule.id(), rule.family(), rule.obligation().name(), rule.sentence(), rule.intent()))
                .toList();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.run;

import dev.interlock.mutants.Mutant;
import dev.interlock.mutants.MutantTrial;
import dev.interlock.report.data.MutantRow;
import dev.interlock.report.data.MutantRow.Verdict;
import dev.interlock.report.data.Status;
import dev.interlock.report.progress.Progress;
import dev.interlock.tck.Rule;
import dev.interlock.tck.runner.Outcome;
import dev.interlock.tck.runner.RuleResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Runs the rules named for each mutant on the mutant. */
final class MutantRun {

    private MutantRun() {}

    /** Rows in the order of the mutants; some mutants may run at the same time. */
    static List<MutantRow> of(String backend, List<Mutant> mutants, int atOnce, Progress progress) {
        progress.begin(backend + ": mutants", mutants.size());
        ExecutorService pool = Executors.newFixedThreadPool(atOnce);
        try {
            ExecutorCompletionService<MutantRow> trials = new ExecutorCompletionService<>(pool);
            List<Future<MutantRow>> futures = new ArrayList<>();
            mutants.forEach(mutant -> futures.add(trials.submit(() -> trial(mutant))));
            for (int i = 0; i < mutants.size(); i++) {
                tell(backend, result(trials.take()), progress);
            }
            return futures.stream().map(MutantRun::result).toList();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while trying mutants", e);
        } finally {
            pool.shutdownNow();
        }
    }

    private static void tell(String backend, MutantRow row, Progress progress) {
        progress.done(row.id(), row.killed() ? "killed" : "SURVIVED");
        if (!row.killed()) {
            progress.say(backend + ": mutant " + row.id() + " survived: " + row.verdicts());
        }
    }

    /** The result of a trial that has ended. */
    private static MutantRow result(Future<MutantRow> trial) {
        try {
            return trial.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while trying mutants", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a mutant ended the trial", e.getCause());
        }
    }

    /** A mutant that could not be run counts as not killed. */
    private static MutantRow trial(Mutant mutant) {
        try {
            MutantTrial trial = MutantTrial.of(mutant);
            return row(mutant, trial.store(), trial.killed(), rule -> verdict(rule, trial.results()));
        } catch (RuntimeException | AssertionError e) {
            String reason = "the mutant could not be tried: " + e.getMessage();
            return row(mutant, "", false, rule -> new Verdict(rule.id(), Status.ERROR, reason, null));
        }
    }

    private static MutantRow row(Mutant mutant, String store, boolean killed, Function<Rule, Verdict> verdict) {
        List<Verdict> verdicts =
                mutant.killedBy().stream().sorted().map(verdict).toList();
        return new MutantRow(mutant.id(), mutant.broken(), store, killed, verdicts);
    }

    /** Of several tests of the rule, the test that caught the mutant. */
    private static Verdict verdict(Rule rule, List<RuleResult> results) {
        return results.stream()
                .filter(result -> result.rule() == rule)
                .min(Comparator.comparing(result -> result.outcome() == Outcome.FAILED ? 0 : 1))
                .map(result ->
                        new Verdict(rule.id(), KitRun.status(result.outcome()), result.message(), result.history()))
                .orElseGet(() -> new Verdict(rule.id(), Status.NOT_EXERCISED, "the rule has no test", null));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of one guard.
 *
 * @param guard such as {@code SQL on mysql}
 * @param trials what it was tried with, the same for all guards; empty if that failed
 * @param cost what it costs, null if it was not measured
 * @param problem why there are no trials, null if there are
 */
public record GuardReport(
        String guard,
        List<GuardTrial> trials,
        @Nullable Measurement cost,
        @Nullable String problem) {

    /** Copies the list. */
    public GuardReport {
        trials = List.copyOf(trials);
    }

    /**
     * The same trial as another guard's.
     *
     * @param other of another guard
     * @return this guard's, or empty if it has none
     */
    public Optional<GuardTrial> like(GuardTrial other) {
        return trials.stream()
                .filter(trial ->
                        trial.use().equals(other.use()) && trial.order().equals(other.order()))
                .findFirst();
    }

    /**
     * One trial of a guard: two clients, each of whom believes that it holds one lock, raise one number by one.
     *
     * @param use how the guard is used
     * @param order of the steps of the two
     * @param wanted what must become of the number: {@code stays whole} or {@code is corrupted}
     * @param found what became of it: {@code whole} or {@code corrupted}
     * @param evidence in sentences
     * @param met whether it is what must be
     */
    public record GuardTrial(String use, String order, String wanted, String found, String evidence, boolean met) {}
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of one guard.
 *
 * @param guard such as {@code SQL on mysql}
 * @param trials its trials, the same for all guards; empty if they failed
 * @param cost its cost, null if it was not measured
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
     * This guard's result in the same trial.
     *
     * @param other the trial of another guard
     * @return this guard's trial, or empty if it has none
     */
    public Optional<GuardTrial> like(GuardTrial other) {
        return trials.stream()
                .filter(trial ->
                        trial.use().equals(other.use()) && trial.order().equals(other.order()))
                .findFirst();
    }

    /**
     * One trial of a guard: two clients that both believe to hold the same lock each increment one number.
     *
     * @param use how the guard is used
     * @param order the order of the two clients' steps
     * @param wanted the required result: {@code stays whole} or {@code is corrupted}
     * @param found the actual result: {@code whole} or {@code corrupted}
     * @param evidence the evidence, in sentences
     * @param met whether the actual result is the required one
     */
    public record GuardTrial(String use, String order, String wanted, String found, String evidence, boolean met) {}
}

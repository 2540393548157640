// SPDX-License-Identifier: Apache-2.0
package dev.interlock.histories;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The clients of the model, each of which has room for one attempt after the other: as few as there are attempts at the
 * same time, since each makes the states of the model larger. For one thread.
 */
final class Places {

    /** Of steps that belong to no attempt. The model has no such client. */
    private static final int NONE = 0;

    private record Placed(ObservedStep step, int client) {}

    private record Stay(List<ObservedStep> steps, boolean ends) {

        long from() {
            return steps.get(0).nanos();
        }

        long to() {
            return ends ? steps.get(steps.size() - 1).nanos() : Long.MAX_VALUE;
        }
    }

    private final List<Stay> stays = new ArrayList<>();
    private final List<Placed> placed = new ArrayList<>();

    /**
     * Adds an attempt.
     *
     * @param steps in their order
     * @param ends whether its client can go on to another attempt afterwards
     */
    void add(List<ObservedStep> steps, boolean ends) {
        stays.add(new Stay(steps, ends));
    }

    /** Adds a belief in a hold that was never granted. */
    void addStranger(ObservedBelief belief) {
        List<ObservedStep> steps = new ArrayList<>();
        belief.addSteps(List.of(), steps);
        steps.forEach(step -> placed.add(new Placed(step, NONE)));
    }

    /** All steps in order of time. */
    List<String> texts() {
        stays.sort(Comparator.comparingLong(Stay::from));
        List<Long> freeFrom = new ArrayList<>();
        for (Stay stay : stays) {
            int place = 0;
            while (place < freeFrom.size() && freeFrom.get(place) >= stay.from()) {
                place++;
            }
            if (place == freeFrom.size()) {
                freeFrom.add(0L);
            }
            freeFrom.set(place, stay.to());
            int client = place + 1;
            stay.steps().forEach(step -> placed.add(new Placed(step, client)));
        }
        placed.sort(Comparator.comparingLong(one -> one.step().nanos()));
        return placed.stream().map(one -> one.step().text(one.client())).toList();
    }
}

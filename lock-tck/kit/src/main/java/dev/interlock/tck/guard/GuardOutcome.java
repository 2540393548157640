// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

/**
 * The result of a scenario: the number, and the accepted writes.
 *
 * @param scenario the order of steps
 * @param use how the guard was used
 * @param olderAccepted how many writes of the older holder were accepted
 * @param newerAccepted how many writes of the newer holder were accepted
 * @param value the number at the end
 */
public record GuardOutcome(GuardScenario scenario, GuardUse use, int olderAccepted, int newerAccepted, long value) {

    /**
     * Returns whether no accepted effect was lost.
     *
     * @return true if the number equals the count of accepted writes
     */
    public boolean isWhole() {
        return value == olderAccepted + newerAccepted;
    }

    /**
     * Returns whether the guard accepted every write that it must accept. The newest hold is never refused, and neither
     * is a hold without a successor.
     *
     * @return true if the guard refused no more than it may
     */
    public boolean isServed() {
        return newerAccepted == 1 && (scenario != GuardScenario.SEVERAL_STEPS || olderAccepted == 2);
    }
}

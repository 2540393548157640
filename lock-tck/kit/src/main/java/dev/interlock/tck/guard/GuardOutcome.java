// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck.guard;

/**
 * What became of the number.
 *
 * @param scenario the order of steps
 * @param use how the guard was used
 * @param olderAccepted how many writes of the older holder were accepted
 * @param newerAccepted how many writes of the newer holder were accepted
 * @param value the number at the end
 */
public record GuardOutcome(GuardScenario scenario, GuardUse use, int olderAccepted, int newerAccepted, long value) {

    /**
     * Whether no accepted effect was lost.
     *
     * @return true if the number says how many writes were accepted
     */
    public boolean isWhole() {
        return value == olderAccepted + newerAccepted;
    }

    /**
     * Whether everything happened that must: the newest hold is never refused, nor is one that nobody came after.
     *
     * @return true if the guard refused no more than it may
     */
    public boolean isServed() {
        return newerAccepted == 1 && (scenario != GuardScenario.SEVERAL_STEPS || olderAccepted == 2);
    }
}

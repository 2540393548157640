// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/**
 * A rule's observation about a level of safety in one situation. A broken level is no failure of the rule if the
 * backend declares the weakness, or if no lock can do better. Then the rule must show the break.
 *
 * @param situation the situation
 * @param holds whether the level held
 * @param text the evidence in words; if the level broke, the counter-example
 */
public record LevelFinding(Situation situation, boolean holds, String text) {

    /**
     * Checks that there is evidence.
     *
     * @throws IllegalArgumentException if the text is blank
     */
    public LevelFinding {
        if (text.isBlank()) {
            throw new IllegalArgumentException("a finding about " + situation + " must have evidence but has none");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.tck;

/**
 * What a rule saw of a level of safety in one situation. That a level breaks is no failure of the rule where the
 * backend declares so, or where no lock can do better: then the rule has to show it.
 *
 * @param situation which one
 * @param holds whether the level held
 * @param text the evidence, in words; where it broke, the counter-example
 */
public record LevelFinding(Situation situation, boolean holds, String text) {

    private static final String HOLDS = "holds: ";
    private static final String IS_BROKEN = "is broken: ";

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

    /** As it goes to JUnit's reports, beside the name of the situation. */
    String published() {
        return (holds ? HOLDS : IS_BROKEN) + text;
    }

    /** What a test {@linkplain #published() published}. */
    static LevelFinding published(Situation situation, String value) {
        boolean holds = value.startsWith(HOLDS);
        return new LevelFinding(situation, holds, value.substring((holds ? HOLDS : IS_BROKEN).length()));
    }
}

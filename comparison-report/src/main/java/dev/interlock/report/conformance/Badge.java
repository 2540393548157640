// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.conformance;

import dev.interlock.report.data.Status;
import dev.interlock.report.page.HtmlFile;

/**
 * A badge: a label and a value on a colour. The template draws it, and escapes both.
 *
 * @param label what is judged, such as the name and version of the kit
 * @param value the judgement
 * @param colour the colour behind the value, in hexadecimal
 */
public record Badge(String label, String value, String colour) {

    private static final String ALL_PASSED = "#2e7d32";
    private static final String SOME_NOT_EXERCISED = "#1565c0";
    private static final String SOME_NOT_KEPT = "#9a5b00";

    /** Wider than most letters of 11 px; the template stretches the text to it, so that no font breaks the layout. */
    private static final double LETTER = 6.4;

    private static final int MARGIN = 6;

    static Badge of(StatementFile statement) {
        boolean bad = statement.rules().stream().anyMatch(rule -> rule.status().bad());
        boolean all = statement.not(Status.PASSED).isEmpty();
        return new Badge(
                "Interlock TCK " + statement.kit().version(),
                statement.name() + ": " + statement.result(),
                bad ? SOME_NOT_KEPT : all ? ALL_PASSED : SOME_NOT_EXERCISED);
    }

    String svg() {
        return HtmlFile.text("badge.jte", this).strip() + "\n";
    }

    /**
     * The width of a text without margins.
     *
     * @param text the label or the value
     * @return pixels
     */
    public static int width(String text) {
        return (int) Math.ceil(text.codePointCount(0, text.length()) * LETTER);
    }

    /**
     * The width of the label with its margins.
     *
     * @return pixels
     */
    public int left() {
        return width(label) + 2 * MARGIN;
    }

    /**
     * The width of the value with its margins.
     *
     * @return pixels
     */
    public int right() {
        return width(value) + 2 * MARGIN;
    }

    /**
     * The place of the label's first letter.
     *
     * @return pixels from the left
     */
    public int margin() {
        return MARGIN;
    }
}

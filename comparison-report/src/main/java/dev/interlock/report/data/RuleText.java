// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * A rule of the contract, in its own words.
 *
 * @param id such as {@code ACQ-1}
 * @param family such as {@code ACQ}
 * @param obligation MUST or SHOULD
 * @param sentence what holds
 * @param intent why
 */
public record RuleText(String id, String family, String obligation, String sentence, String intent) {

    /**
     * Whether there is no way to opt out.
     *
     * @return true for MUST
     */
    public boolean binding() {
        return obligation.equals("MUST");
    }
}

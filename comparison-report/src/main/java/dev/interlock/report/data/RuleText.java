// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * A rule of the contract.
 *
 * @param id such as {@code ACQ-1}
 * @param family such as {@code ACQ}
 * @param obligation MUST or SHOULD
 * @param sentence the rule's sentence
 * @param intent the rule's reason
 */
public record RuleText(String id, String family, String obligation, String sentence, String intent) {

    /**
     * Whether a backend cannot opt out.
     *
     * @return true for MUST
     */
    public boolean binding() {
        return obligation.equals("MUST");
    }
}

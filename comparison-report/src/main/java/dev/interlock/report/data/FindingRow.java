// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * A test's finding on a level of safety in one situation.
 *
 * @param situation its name in the kit, such as {@code BELIEF_HOLDER_STOPPED}
 * @param holds whether the level held
 * @param text the evidence, or the counter-example
 */
public record FindingRow(String situation, boolean holds, String text) {}

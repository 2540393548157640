// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * Something in this report that shows something else in it.
 *
 * @param text what it says
 * @param anchor where the page has it: the id of an element
 */
public record Proof(String text, String anchor) {}

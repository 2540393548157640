// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

/**
 * One trial of a guard: two holders of one lock, each of whom believes that it holds, raise one number by one.
 *
 * @param use how the guard is used
 * @param order of the steps of the two
 * @param wanted what must become of the number: {@code stays whole} or {@code is corrupted}
 * @param found what became of it: {@code whole} or {@code corrupted}
 * @param evidence in sentences
 * @param met whether it is what must be
 */
public record GuardTrial(String use, String order, String wanted, String found, String evidence, boolean met) {}

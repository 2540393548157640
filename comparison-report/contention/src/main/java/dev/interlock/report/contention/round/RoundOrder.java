// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

/**
 * The order to run one round.
 *
 * @param workload what to do
 * @param millis for how long
 */
public record RoundOrder(Workload workload, long millis) {}

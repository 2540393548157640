// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention.round;

/**
 * The order to run one round.
 *
 * @param workload the workload to run
 * @param millis the length of the round
 */
public record RoundOrder(Workload workload, long millis) {}

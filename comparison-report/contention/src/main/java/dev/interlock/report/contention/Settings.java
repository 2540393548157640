// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import java.util.List;

/**
 * What a run does.
 *
 * @param stores which, in this order
 * @param workloads the ids of those to run
 * @param contenders the ids of those that take part, empty for all
 * @param rounds how many of each that count
 * @param millis the length of a round
 * @param warmUpMillis the length of the round before the first
 * @param seed of the order in which contenders take their turns
 */
record Settings(
        List<String> stores,
        List<String> workloads,
        List<String> contenders,
        int rounds,
        long millis,
        long warmUpMillis,
        long seed) {}

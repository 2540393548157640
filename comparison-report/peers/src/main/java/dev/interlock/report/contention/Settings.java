// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import java.util.List;

/**
 * The settings of a run.
 *
 * @param stores the stores, in this order
 * @param workloads the ids of the workloads to run
 * @param contenders the ids of the contenders that take part, empty for all
 * @param rounds how many rounds of each count
 * @param millis the length of a round
 * @param warmUpMillis the length of the round before the first
 * @param seed of the order of the contenders in each pass
 */
record Settings(
        List<String> stores,
        List<String> workloads,
        List<String> contenders,
        int rounds,
        long millis,
        long warmUpMillis,
        long seed) {}

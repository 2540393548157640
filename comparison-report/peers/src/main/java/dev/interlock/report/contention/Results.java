// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contention;

import dev.interlock.report.contender.Role;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.Spread;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The results of a run, as in the JSON file; docs/benchmarks.md describes its fields.
 *
 * @param format name and version of this format
 * @param environment where and when
 * @param seconds how long the run took
 * @param settings the settings of the run
 * @param stores the results of each store
 */
record Results(String format, Environment environment, long seconds, Settings settings, List<StoreResults> stores) {

    /** Raised when a field changes its meaning or is removed. */
    static final String FORMAT = "interlock-contention/1";

    /**
     * The results on one store.
     *
     * @param store such as {@code redis}
     * @param server product and version, empty if none could be started
     * @param problem why there are no results, empty if there are
     * @param loadBefore the machine's one-minute load average; negative if unknown
     * @param loadAfter the same at the end
     * @param workloads the results
     */
    record StoreResults(
            String store,
            String server,
            String problem,
            double loadBefore,
            double loadAfter,
            List<WorkloadResults> workloads) {}

    /**
     * The results of one workload.
     *
     * @param workload its id
     * @param title its name for display
     * @param contenders the results of those that took part
     */
    record WorkloadResults(String workload, String title, List<ContenderResults> contenders) {}

    /**
     * The results of one contender.
     *
     * @param id of the contender
     * @param title its name for display
     * @param role its role in the comparison
     * @param rounds how many rounds count
     * @param discarded how many rounds do not count, because of stolen time
     * @param violations how many holders were not alone, in all rounds including the warm-up
     * @param failure why it was stopped, empty if it was not
     * @param worstSteal the largest share of stolen time in a round that counts
     * @param figures medians with their least and greatest round, by name
     * @param requestsByKind the requests to the server for each acquisition, medians
     * @param ofFloor how many times as good as the floor in the same pass, null where there is none
     * @param ofBestPeer how many times as good as the peer with the best median in the same pass, null where there is
     *     none
     */
    record ContenderResults(
            String id,
            String title,
            Role role,
            int rounds,
            int discarded,
            long violations,
            String failure,
            double worstSteal,
            Map<String, Spread> figures,
            Map<String, Double> requestsByKind,
            @Nullable Spread ofFloor,
            @Nullable Spread ofBestPeer) {}
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peer;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.interlock.report.data.Report.Environment;
import dev.interlock.report.data.Spread;
import java.util.List;
import java.util.Map;

/**
 * The measurements of the module contention of Interlock, raw clients and other libraries in the same passes: the part
 * of its file that the page shows.
 *
 * @param format of the file
 * @param environment where and when
 * @param seconds how long it took
 * @param stores in the order of the run
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record ContentionReport(String format, Environment environment, long seconds, List<Store> stores) {

    /** The format; it changes when a field changes its meaning or is removed. */
    public static final String FORMAT = "interlock-contention/1";

    /** Copies the list. */
    public ContentionReport {
        stores = List.copyOf(stores);
    }

    /**
     * One store.
     *
     * @param store such as {@code redis}
     * @param server product and version
     * @param problem why there are no results, empty if there are
     * @param workloads in the order of the run
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Store(String store, String server, String problem, List<Workload> workloads) {

        /** Copies the list. */
        public Store {
            workloads = List.copyOf(workloads);
        }
    }

    /**
     * One workload.
     *
     * @param workload its id
     * @param title its name for display
     * @param contenders the contenders that took part
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Workload(String workload, String title, List<Contender> contenders) {

        /** Copies the list. */
        public Workload {
            contenders = List.copyOf(contenders);
        }
    }

    /**
     * One contender.
     *
     * @param id such as {@code redisson}
     * @param title with its version
     * @param role {@code INTERLOCK}, {@code FLOOR}, {@code NATIVE} or {@code PEER}
     * @param violations how many holders were not alone
     * @param failure why it was stopped, empty if it was not
     * @param figures by name
     */
    @JsonIgnoreProperties(ignoreUnknown = true)
    public record Contender(
            String id, String title, String role, long violations, String failure, Map<String, Spread> figures) {

        /** Copies the map. */
        public Contender {
            figures = Map.copyOf(figures);
        }
    }
}

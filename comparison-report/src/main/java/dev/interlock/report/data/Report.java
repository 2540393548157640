// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * The results of a run, or of as much of it as is done.
 *
 * @param finished whether the run is over
 * @param full whether nothing was left out, as a short run does; what was is told for each backend
 * @param rest the command that runs what was left out, too; empty if nothing was, or nothing runs it
 * @param seconds how long the run took, or has taken
 * @param environment where and when
 * @param rules the rules of the contract, in its order
 * @param backends what was found, in the order of the run
 * @param conclusions what follows from that
 * @param guards what was found of each guard, in the order of the run
 */
public record Report(
        boolean finished,
        boolean full,
        String rest,
        long seconds,
        Environment environment,
        List<RuleText> rules,
        List<BackendReport> backends,
        Conclusions conclusions,
        List<GuardReport> guards) {

    /** The directory beside the page with the histories: files with what all processes of a test did. */
    public static final String HISTORIES = "histories";

    /** Copies the lists. */
    public Report {
        rules = List.copyOf(rules);
        backends = List.copyOf(backends);
        guards = List.copyOf(guards);
    }

    /**
     * The backends that were run.
     *
     * @return those with results
     */
    public List<BackendReport> ran() {
        return backends.stream().filter(backend -> backend.notRun() == null).toList();
    }

    /**
     * Where and when the report was made.
     *
     * @param date local date and time with its offset
     * @param version of Interlock
     * @param commit of the sources, empty if not known
     * @param jvm name, version and vendor
     * @param os name, version and architecture
     * @param cores processors available to the JVM
     * @param maxHeapMiB the most heap the JVM may use
     */
    public record Environment(
            String date, String version, String commit, String jvm, String os, int cores, long maxHeapMiB) {}
}

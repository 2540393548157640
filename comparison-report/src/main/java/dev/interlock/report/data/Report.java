// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;

/**
 * The results of a run, which may be unfinished.
 *
 * @param finished whether the run is over
 * @param full whether nothing was left out, which a short run does; each backend lists what was left out
 * @param rest the command that also runs what was left out; empty if nothing was, or no command does
 * @param seconds how long the run took, or has taken
 * @param environment where and when
 * @param rules the rules of the contract, in its order
 * @param backends the results of each backend, in the order of the run
 * @param conclusions the conclusions from them
 * @param guards the results of each guard, in the order of the run
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

    /** The directory beside the page with the histories: files with the operations of all processes of a test. */
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

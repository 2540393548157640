// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.data;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results of one backend.
 *
 * @param name such as {@code redis}
 * @param required whether it was requested by name, so that a missing server is a failure
 * @param notRun why the backend was not run, null if it was
 * @param server the server that it ran on, null if it was not run
 * @param capabilities its declared capabilities, null if it was not run
 * @param checks the findings on its set-up; only for the user's own server
 * @param rules one row for each rule that was run
 * @param mutants the mutants on this store
 * @param measurements the measurements on this store
 * @param leftOut what this run left out here
 * @param problems other problems, in sentences
 */
public record BackendReport(
        String name,
        boolean required,
        @Nullable String notRun,
        @Nullable ServerInfo server,
        @Nullable DeclaredCapabilities capabilities,
        List<CheckRow> checks,
        List<RuleRow> rules,
        List<MutantRow> mutants,
        List<Measurement> measurements,
        LeftOut leftOut,
        List<String> problems) {

    /** Copies the lists. */
    public BackendReport {
        checks = List.copyOf(checks);
        rules = List.copyOf(rules);
        mutants = List.copyOf(mutants);
        measurements = List.copyOf(measurements);
        problems = List.copyOf(problems);
    }

    /**
     * A backend without a server.
     *
     * @param name the backend
     * @param required whether it was requested by name
     * @param reason why there is no server
     * @return a report without results
     */
    public static BackendReport notRun(String name, boolean required, String reason) {
        return new BackendReport(
                name,
                required,
                reason,
                null,
                null,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                LeftOut.NOTHING,
                List.of());
    }

    /**
     * The results of a rule on this backend.
     *
     * @param rule the rule's id
     * @return its row, or empty if it was not run
     */
    public Optional<RuleRow> rule(String rule) {
        return rules.stream().filter(row -> row.rule().equals(rule)).findFirst();
    }

    /**
     * How many rules have a status.
     *
     * @param status the status
     * @return the number
     */
    public long count(Status status) {
        return rules.stream().filter(row -> row.status() == status).count();
    }

    /**
     * How many mutants were killed.
     *
     * @return the number
     */
    public long killed() {
        return mutants.stream().filter(MutantRow::killed).count();
    }

    /**
     * The store that the backend ran on.
     *
     * @param product such as {@code redis}
     * @param version its own version
     * @param source its origin
     * @param servers what could die, and what could take over
     */
    public record ServerInfo(String product, String version, String source, Servers servers) {

        /** The servers of a store, as far as a fault of one can matter. */
        public enum Servers {
            /** The store is in the JVM of its clients, and dies with them. */
            NONE,
            /** No other can take over. */
            ONE,
            /** Another can take over. */
            SEVERAL,
            /** They are the user's own, and the run does not count them. */
            UNKNOWN
        }

        /**
         * A server whose source includes its product and version.
         *
         * @param product such as {@code redis}
         * @param version its own version
         * @param source such as {@code redis 7.2.4, on the path}
         * @param servers what could die, and what could take over
         * @return the server, with a source that does not repeat product and version
         */
        public static ServerInfo of(String product, String version, String source, Servers servers) {
            ServerInfo server = new ServerInfo(product, version, source, servers);
            return new ServerInfo(product, version, source.replace(server + ", ", ""), servers);
        }

        /** Product and version. */
        @Override
        public String toString() {
            return version.isEmpty() ? product : product + " " + version;
        }
    }

    /**
     * The capabilities that a backend declares, and its limits.
     *
     * @param waiting how waiters learn of a release
     * @param minLease the shortest lease
     * @param maxLease the longest lease
     * @param maxTokens how many fencing tokens one attempt may reserve
     * @param declarations one for each capability
     * @param limits the guarantees that the store lacks, in sentences
     */
    public record DeclaredCapabilities(
            String waiting,
            String minLease,
            String maxLease,
            int maxTokens,
            List<Declaration> declarations,
            List<String> limits) {

        /** Copies the lists. */
        public DeclaredCapabilities {
            declarations = List.copyOf(declarations);
            limits = List.copyOf(limits);
        }

        /**
         * One capability.
         *
         * @param capability its description
         * @param declared whether the backend has it
         * @param absence the consequence if it does not
         */
        public record Declaration(String capability, boolean declared, String absence) {}
    }
}

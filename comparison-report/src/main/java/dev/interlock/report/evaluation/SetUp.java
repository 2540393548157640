// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.evaluation;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.FindingRow;
import dev.interlock.report.data.SituationRow.Cell;
import dev.interlock.report.data.SituationRow.SituationStatus;
import dev.interlock.report.data.TestRow;
import dev.interlock.tck.Rule;
import dev.interlock.tck.Situation;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The faults that a store's own servers can have. Some rules start servers of their own, because the store under test
 * has none that could take over. What these keep is no merit of the store, and memory has no server to blame.
 */
final class SetUp {

    /** These kill the store's server, set its clock, or let another take over. */
    private static final Set<Rule> OF_SERVERS = EnumSet.of(Rule.EXP_4, Rule.OBS_5, Rule.FAULT_1, Rule.FAULT_2);

    private static final String IN_THE_JVM =
            "Memory has no server: it ends with its JVM, and with every client of it. In the rule's stand-in: ";
    private static final String NO_OTHER =
            "One server has no other that takes over: no client is granted a lock until it is back. On several servers,"
                    + " which the rule started: ";

    private SetUp() {}

    /**
     * The cell that the set-up allows. A counter-example stays, also where it needs a replica that one server does not
     * have: it warns of a set-up that many choose next.
     */
    static Cell limit(BackendReport backend, Situation situation, List<TestRow> tests, Cell found) {
        ServerInfo server = backend.server();
        if (server == null || !OF_SERVERS.contains(situation.rule())) {
            return found;
        }
        if (server.servers() == Servers.NONE) {
            return without(found, IN_THE_JVM);
        }
        return server.servers() == Servers.ONE && situation.rule() == Rule.FAULT_2 && isKept(tests)
                ? without(found, NO_OTHER)
                : found;
    }

    /** All levels of a fail-over follow the store: what is shown of its locks is shown of belief and effect. */
    private static boolean isKept(List<TestRow> tests) {
        return tests.stream()
                .flatMap(test -> test.findings().stream())
                .filter(finding -> finding.situation().equals(Situation.SERVER_FAILED_OVER.name()))
                .allMatch(FindingRow::holds);
    }

    private static Cell without(Cell found, String why) {
        return new Cell(found.backend(), SituationStatus.NOT_OFFERED, why + found.evidence(), found.history());
    }
}

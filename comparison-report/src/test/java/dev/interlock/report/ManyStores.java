// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report;

import dev.interlock.report.data.BackendReport;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.data.BackendReport.ServerInfo.Servers;
import dev.interlock.report.data.Figure;
import dev.interlock.report.data.Measurement;
import dev.interlock.report.data.Report;
import dev.interlock.report.data.Spread;
import dev.interlock.report.evaluation.Evaluation;
import dev.interlock.report.page.Page;
import dev.interlock.report.peer.ContentionReport;
import dev.interlock.report.peer.ContentionReport.Contender;
import dev.interlock.report.peer.ContentionReport.Store;
import dev.interlock.report.peer.ContentionReport.Workload;
import dev.interlock.report.peer.Others;
import dev.interlock.report.peer.PeerCell;
import dev.interlock.report.peer.PeerColumn;
import dev.interlock.report.peer.PeerOutcome;
import dev.interlock.report.peer.PeerQuestion;
import dev.interlock.report.peer.PeerReport;
import dev.interlock.report.peer.PeerSubject;
import dev.interlock.report.timeline.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A report of one store as one of as many stores, peers and figures as a page ever has, with names as long as theirs. */
final class ManyStores {

    static final List<String> NAMES = List.of(
            "memory",
            "redis",
            "redis-wait",
            "redis-sentinel",
            "redis-cluster",
            "redlock",
            "zookeeper",
            "zookeeper-ensemble",
            "etcd",
            "mysql",
            "mysql-row-lock",
            "mariadb",
            "postgres",
            "postgres-sync");

    private static final Map<String, List<String>> PEERS = Map.of(
            "redis",
            List.of(
                    "Interlock",
                    "Redisson 4.7.0 RLock",
                    "Redisson 4.7.0 RFairLock",
                    "Redisson 4.7.0 RFencedLock",
                    "Redisson 4.7.0 MultiLock",
                    "Spring Integration 6.5.5 RedisLockRegistry",
                    "ShedLock 6.10.0 Redis"),
            "zookeeper",
            List.of("Interlock", "Curator 5.9.0 InterProcessMutex", "Spring Integration 6.5.5 ZookeeperLockRegistry"),
            "mariadb",
            List.of(
                    "Interlock",
                    "Spring Integration 6.5.6 JdbcLockRegistry",
                    "ShedLock 6.10.0 JDBC",
                    "GET_LOCK by JDBC"),
            "postgres",
            List.of(
                    "Interlock",
                    "Spring Integration 6.5.6 JdbcLockRegistry",
                    "ShedLock 6.10.0 JDBC",
                    "ShedLock 6.10.0 KeepAliveLockProvider",
                    "pg_advisory_lock by JDBC"));

    private static final List<PeerOutcome> OUTCOMES = List.of(PeerOutcome.values());
    private static final int QUESTIONS = 15;

    private ManyStores() {}

    /** The page of them; each column has what the one store was seen to do. */
    static Page page(Report one, Map<String, Timeline> timelines) {
        List<BackendReport> backends =
                NAMES.stream().map(name -> named(name, one.ran().get(0))).toList();
        Report many = new Report(
                true,
                one.full(),
                one.rest(),
                one.seconds(),
                one.environment(),
                one.rules(),
                backends,
                Evaluation.of(backends),
                one.guards());
        Timeline timeline = timelines.values().iterator().next();
        return new Page(many, timelines, null, new Others(peers(one, timeline), contention(one)));
    }

    private static BackendReport named(String name, BackendReport one) {
        List<Measurement> measured = new ArrayList<>(one.measurements());
        measured.add(Measurement.of("Growth with the clients that wait", "As many as that.", growth(name)));
        return new BackendReport(
                name,
                true,
                null,
                new ServerInfo(name, "1.2.3", "of a sample", servers(name)),
                one.capabilities(),
                one.checks(),
                one.rules(),
                one.mutants(),
                measured,
                one.leftOut(),
                one.problems());
    }

    private static Servers servers(String name) {
        return name.equals("memory")
                ? Servers.NONE
                : name.contains("-") || name.equals("redlock") ? Servers.SEVERAL : Servers.ONE;
    }

    private static List<Figure> growth(String name) {
        int slow = 1 + NAMES.indexOf(name);
        return Stream.of(1, 4, 16)
                .map(size -> Figure.of(
                                size + " wait", "ms a grant", new Spread(slow + size, slow, slow + 2.0 * size, 5))
                        .at(size, "clients that wait"))
                .toList();
    }

    private static PeerReport peers(Report one, Timeline timeline) {
        List<PeerQuestion> questions = IntStream.rangeClosed(1, QUESTIONS)
                .mapToObj(i -> new PeerQuestion(
                        "QUESTION-" + i,
                        PeerSubject.LOCKS,
                        "Does a holder that was stopped past its lease learn of it before it writes, the time " + i
                                + "?",
                        "It is asked."))
                .toList();
        List<PeerColumn> columns = Stream.of("redis", "zookeeper", "mariadb", "postgres")
                .flatMap(store -> PEERS.get(store).stream()
                        .map(title -> new PeerColumn(
                                store + "-" + PEERS.get(store).indexOf(title),
                                store,
                                PeerSubject.LOCKS,
                                title,
                                "as it comes",
                                "1.2.3")))
                .toList();
        List<PeerCell> cells = new ArrayList<>();
        for (PeerColumn column : columns) {
            for (PeerQuestion question : questions) {
                PeerOutcome outcome = OUTCOMES.get(cells.size() % OUTCOMES.size());
                cells.add(new PeerCell(
                        column.id(),
                        question.id(),
                        outcome,
                        "seen after " + cells.size() + " ms",
                        "",
                        "./mvnw --peer " + column.id() + " --question " + question.id(),
                        outcome == PeerOutcome.INEXPRESSIBLE ? null : timeline));
            }
        }
        return new PeerReport(PeerReport.FORMAT, one.environment(), 631, questions, columns, cells);
    }

    private static ContentionReport contention(Report one) {
        Spread spread = new Spread(2_000, 1_000, 3_000, 5);
        List<Contender> contenders = PEERS.get("redis").stream()
                .map(title -> new Contender(
                        title,
                        title,
                        title.equals("Interlock") ? "INTERLOCK" : "PEER",
                        0,
                        "",
                        Map.of("perSecond", spread, "waitP99Micros", spread)))
                .toList();
        return new ContentionReport(
                ContentionReport.FORMAT,
                one.environment(),
                900,
                List.of(new Store(
                        "redis",
                        "redis 1.2.3",
                        "",
                        List.of(new Workload("one-name", "16 threads of one JVM want the same name", contenders)))));
    }
}

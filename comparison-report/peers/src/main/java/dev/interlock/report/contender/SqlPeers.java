// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import static dev.interlock.report.contender.Ability.BELIEF;
import static dev.interlock.report.contender.Ability.FOREIGN_RELEASE;
import static dev.interlock.report.contender.Ability.ORDER;
import static dev.interlock.report.contender.Ability.WAIT;

import dev.interlock.report.peer.PeerSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The peers on MariaDB and PostgreSQL. */
final class SqlPeers {

    private static final String SHEDLOCK_WAITS_NOT = "README of ShedLock: who finds the lock taken does not wait.";

    static final Map<String, String> SHEDLOCK_NOTES = Map.of(
            "RENEW",
            "README of ShedLock: lockAtMostFor must be much longer than the task normally takes.",
            "HAND-OVER",
            SHEDLOCK_WAITS_NOT);

    private static final Map<String, String> SPRING_NOTES = Map.of(
            "RENEW",
            "Javadoc of RenewableLockRegistry: renewal is a call of the user.",
            "HAND-OVER",
            "Reference, JDBC Lock Registry: another instance can take up to 100 ms to acquire.");

    private static final String DEFAULTS = "jdbc: with the defaults; the lease set, renewed by default";
    private static final Opener INTERLOCK =
            (address, limits) -> InterlockClient.open(InterlockClient.sql(address), limits.lease());

    private static final List<Peer> LOCKS = List.of(
            interlock("mariadb"),
            spring("mariadb"),
            shedlock("mariadb"),
            new Peer(
                    "get-lock",
                    "mariadb",
                    "GET_LOCK by JDBC",
                    "a connection of HikariCP for each hold",
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    "GET_LOCK",
                    Map.of(),
                    SessionLocks::mysql),
            interlock("postgres"),
            spring("postgres"),
            shedlock("postgres"),
            new Peer(
                    "shedlock-keep-alive",
                    "postgres",
                    "ShedLock " + Versions.of("shedlock") + " KeepAliveLockProvider",
                    "over JdbcTemplateLockProvider usingDbTime over HikariCP; a lockedByValue for each client;"
                            + " lockAtMostFor 30 s, the least that it takes, where the others have 4 s",
                    Set.of(),
                    "COMMIT",
                    Map.of("HAND-OVER", SHEDLOCK_WAITS_NOT),
                    ShedLocks.LEAST_KEPT_ALIVE,
                    ShedLocks::keptAlive),
            new Peer(
                    "advisory-lock",
                    "postgres",
                    "pg_advisory_lock by JDBC",
                    "a connection of HikariCP for each hold; lock_timeout for the limit of a wait",
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    "pg_advisory_lock",
                    Map.of(
                            "ORDER",
                            "pgsql-general, 27 August 2020: blocked requests are queued, the first gets it, unless a deadlock"
                                    + " would come of it."),
                    SessionLocks::postgres));

    static final List<Peer> ALL = Stream.of(LOCKS, others("mariadb"), others("postgres"))
            .flatMap(List::stream)
            .toList();

    private SqlPeers() {}

    private static List<Peer> others(String store) {
        Peer spring = new Peer(
                "spring-" + store + "-election",
                store,
                "Spring Integration " + Versions.of("spring-integration-jdbc") + " LockRegistryLeaderInitiator",
                "over JdbcLockRegistry over HikariCP, all by default; timeToLive set to the lease",
                Set.of(WAIT, BELIEF),
                "COMMIT",
                SpringElection.NOTES,
                SpringLocks::sql);
        List<Peer> all =
                new ArrayList<>(InterlockClient.others(store, DEFAULTS, "interlock share-replace ", INTERLOCK));
        all.add(spring.about(PeerSubject.ELECTIONS));
        return all;
    }

    private static Peer interlock(String store) {
        return new Peer(
                "interlock-" + store,
                store,
                "Interlock",
                DEFAULTS,
                InterlockClient.ABILITIES,
                "interlock_lease",
                Map.of(),
                INTERLOCK);
    }

    private static Peer spring(String store) {
        return new Peer(
                "spring-" + store,
                store,
                "Spring Integration " + Versions.of("spring-integration-jdbc") + " JdbcLockRegistry",
                "as it comes over HikariCP; timeToLive set to the lease",
                Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                "COMMIT",
                SPRING_NOTES,
                SpringLocks::sql);
    }

    private static Peer shedlock(String store) {
        return new Peer(
                "shedlock-" + store,
                store,
                "ShedLock " + Versions.of("shedlock") + " JDBC",
                "JdbcTemplateLockProvider usingDbTime over HikariCP; a lockedByValue for each client, as if on hosts of their own;"
                        + " lockAtMostFor set to the lease",
                Set.of(BELIEF),
                "COMMIT",
                SHEDLOCK_NOTES,
                ShedLocks::sql);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import static dev.interlock.report.contender.Ability.BELIEF;
import static dev.interlock.report.contender.Ability.FOREIGN_RELEASE;
import static dev.interlock.report.contender.Ability.ORDER;
import static dev.interlock.report.contender.Ability.WAIT;

import dev.interlock.LockSettings;
import dev.interlock.report.peer.PeerSubject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The peers on ZooKeeper with one server. */
final class ZookeeperPeers {

    private static final String STORE = "zookeeper";
    private static final String GRANTS = "create";
    private static final Duration CONNECT = Duration.ofSeconds(15);
    private static final String LISTENER =
            "Curator wiki, Shared Reentrant Lock: a ConnectionStateListener is strongly recommended; after SUSPENDED one"
                    + " cannot be certain.";

    private static final String CURATOR = "Curator " + Versions.of("curator");
    private static final Opener OF_CURATOR =
            (address, limits) -> CuratorLocks.open(address, limits.withConnect(CONNECT));
    private static final String SESSION = "session time-out set to the lease";
    private static final String DEFAULTS = "zookeeper:// with the defaults; sessionTimeout set to the lease";
    private static final Opener INTERLOCK = (address, limits) -> InterlockClient.open(
            LockSettings.of("zookeeper://" + address.uri() + "/interlock?sessionTimeout="
                    + limits.lease().toMillis() + "ms"),
            limits.lease());

    private static final List<Peer> LOCKS = List.of(
            new Peer(
                    "interlock-zookeeper",
                    STORE,
                    "Interlock",
                    DEFAULTS,
                    InterlockClient.IN_ORDER,
                    GRANTS,
                    Map.of(
                            "LOSS-PAUSE",
                            "docs/backends/zookeeper.md: not guaranteed is that a paused client knows.",
                            "TOKEN-LOSS",
                            "README: does not guarantee tokens that grow across empty servers."),
                    INTERLOCK),
            new Peer(
                    "curator-mutex",
                    STORE,
                    CURATOR + " InterProcessMutex",
                    "with a ConnectionStateListener, as its documentation recommends; " + SESSION,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    GRANTS,
                    Map.of("LOSS-PAUSE", LISTENER, "LOSS-STORE", LISTENER),
                    OF_CURATOR),
            new Peer(
                    "spring-zookeeper",
                    STORE,
                    "Spring Integration " + Versions.of("spring-integration-zookeeper") + " ZookeeperLockRegistry",
                    "over Curator with a ConnectionStateListener; " + SESSION,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    GRANTS,
                    Map.of("LOSS-PAUSE", LISTENER),
                    (address, limits) -> SpringLocks.zookeeper(address, limits.withConnect(CONNECT))));

    private static final List<Peer> OTHERS = List.of(
            new Peer(
                            "curator-readwrite",
                            STORE,
                            CURATOR + " InterProcessReadWriteLock",
                            "with a ConnectionStateListener, as its documentation recommends; " + SESSION,
                            Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                            GRANTS,
                            Map.of("RW-LOSS-PAUSE", LISTENER),
                            OF_CURATOR)
                    .about(PeerSubject.READERS_AND_WRITERS),
            new Peer(
                            "curator-semaphore",
                            STORE,
                            CURATOR + " InterProcessSemaphoreV2",
                            "with a number of leases, and a ConnectionStateListener, as its documentation recommends; "
                                    + SESSION,
                            Set.of(WAIT, BELIEF),
                            GRANTS + " /leases",
                            Map.of(
                                    "PERMITS-LOSS-PAUSE",
                                    LISTENER,
                                    "PERMITS-LIMIT",
                                    "Curator wiki, Shared Semaphore: without a SharedCountReader nothing checks that all"
                                            + " processes have the same number of leases."),
                            OF_CURATOR)
                    .about(PeerSubject.PERMITS),
            new Peer(
                            "curator-latch",
                            STORE,
                            CURATOR + " LeaderLatch",
                            "hasLeadership before each write; after a close another latch stands; " + SESSION,
                            Set.of(WAIT, BELIEF),
                            GRANTS,
                            Map.of(),
                            (address, limits) -> CuratorElections.latch(address, limits.withConnect(CONNECT)))
                    .about(PeerSubject.ELECTIONS),
            new Peer(
                            "curator-selector",
                            STORE,
                            CURATOR + " LeaderSelector",
                            "hasLeadership before each write; autoRequeue, and LeaderSelectorListenerAdapter, as its"
                                    + " documentation recommends; " + SESSION,
                            Set.of(WAIT, BELIEF),
                            GRANTS,
                            Map.of(),
                            (address, limits) -> CuratorElections.selector(address, limits.withConnect(CONNECT)))
                    .about(PeerSubject.ELECTIONS));

    static final List<Peer> ALL = Stream.of(LOCKS, InterlockClient.others(STORE, DEFAULTS, GRANTS, INTERLOCK), OTHERS)
            .flatMap(List::stream)
            .toList();

    private ZookeeperPeers() {}
}

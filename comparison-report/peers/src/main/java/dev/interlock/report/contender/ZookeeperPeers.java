// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import static dev.interlock.report.contender.Ability.BELIEF;
import static dev.interlock.report.contender.Ability.FOREIGN_RELEASE;
import static dev.interlock.report.contender.Ability.ORDER;
import static dev.interlock.report.contender.Ability.WAIT;

import dev.interlock.LockSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The peers on ZooKeeper with one server. */
final class ZookeeperPeers {

    private static final String STORE = "zookeeper";
    private static final String GRANTS = "create";
    private static final Duration CONNECT = Duration.ofSeconds(15);
    private static final String LISTENER =
            "Curator wiki, Shared Reentrant Lock: a ConnectionStateListener is strongly recommended; after SUSPENDED one"
                    + " cannot be certain.";

    static final List<Peer> ALL = List.of(
            new Peer(
                    "interlock-zookeeper",
                    STORE,
                    "Interlock",
                    "zookeeper:// with the defaults; sessionTimeout set to the lease",
                    InterlockClient.IN_ORDER,
                    GRANTS,
                    Map.of(
                            "LOSS-PAUSE",
                            "docs/backends/zookeeper.md: not guaranteed is that a paused client knows.",
                            "TOKEN-LOSS",
                            "README: does not guarantee tokens that grow across empty servers."),
                    (address, limits) -> InterlockClient.open(
                            LockSettings.of("zookeeper://" + address.uri() + "/interlock?sessionTimeout="
                                    + limits.lease().toMillis() + "ms"),
                            limits.lease())),
            new Peer(
                    "curator-mutex",
                    STORE,
                    "Curator " + Versions.of("curator") + " InterProcessMutex",
                    "with a ConnectionStateListener, as its documentation recommends; session time-out set to the lease",
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    GRANTS,
                    Map.of("LOSS-PAUSE", LISTENER, "LOSS-STORE", LISTENER),
                    (address, limits) -> CuratorLocks.open(address, limits.withConnect(CONNECT))),
            new Peer(
                    "spring-zookeeper",
                    STORE,
                    "Spring Integration " + Versions.of("spring-integration-zookeeper") + " ZookeeperLockRegistry",
                    "over Curator with a ConnectionStateListener; session time-out set to the lease",
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    GRANTS,
                    Map.of("LOSS-PAUSE", LISTENER),
                    (address, limits) -> SpringLocks.zookeeper(address, limits.withConnect(CONNECT))));

    private ZookeeperPeers() {}
}

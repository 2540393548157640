// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.peers.peer;

import static dev.interlock.report.peers.peer.Ability.BELIEF;
import static dev.interlock.report.peers.peer.Ability.FOREIGN_RELEASE;
import static dev.interlock.report.peers.peer.Ability.ORDER;
import static dev.interlock.report.peers.peer.Ability.TOKEN;
import static dev.interlock.report.peers.peer.Ability.WAIT;

import dev.interlock.LockSettings;
import dev.interlock.report.contention.contender.Versions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.redisson.api.RedissonClient;

/** The peers on Redis with one server. */
final class RedisPeers {

    private static final String STORE = "redis";
    private static final String GRANTS = "EVAL EVALSHA SET";
    private static final String REDISSON = "Redisson " + Versions.of("redisson");
    private static final String WATCHDOG =
            "tryLock without a lease, so the watchdog renews; lockWatchdogTimeout set to the lease, all else by default";
    private static final Map<String, String> SPRING_NOTES = Map.of(
            "HAND-OVER",
            "Javadoc of RedisLockRegistry: not intended for low latency applications; SPIN_LOCK, its default, tries again"
                    + " every 100 ms.",
            "LATE-RELEASE",
            "Javadoc of RedisLockRegistry: who unlocks an expired lock gets an exception, a critical error.");

    static final List<Peer> ALL = List.of(
            new Peer(
                    "interlock-redis",
                    STORE,
                    "Interlock",
                    "redis:// with the defaults; the lease set, renewed by default",
                    InterlockPeer.IN_ORDER,
                    GRANTS,
                    Map.of("LOSS-STORE", "README: does not guarantee a grant across FLUSHALL."),
                    (address, lease) -> InterlockPeer.open(LockSettings.of(address.uri()), lease)),
            new Peer(
                    "redisson-lock",
                    STORE,
                    REDISSON + " RLock",
                    WATCHDOG,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    GRANTS,
                    Map.of(),
                    RedissonPeer.opener(RedissonClient::getLock)),
            new Peer(
                    "redisson-fair",
                    STORE,
                    REDISSON + " RFairLock",
                    WATCHDOG,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    GRANTS,
                    Map.of(),
                    RedissonPeer.opener(RedissonClient::getFairLock)),
            new Peer(
                    "redisson-fenced",
                    STORE,
                    REDISSON + " RFencedLock",
                    WATCHDOG.replace("tryLock", "tryLockAndGetToken"),
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, TOKEN),
                    GRANTS,
                    Map.of(),
                    RedissonPeer.opener(RedissonClient::getFencedLock)),
            new Peer(
                    "redisson-multi",
                    STORE,
                    REDISSON + " MultiLock",
                    "getMultiLock of three RLock on one server, as its documentation has it for several keys; "
                            + WATCHDOG,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    GRANTS,
                    Map.of(),
                    RedissonPeer.opener(RedissonPeer::multi)),
            new Peer(
                    "spring-redis",
                    STORE,
                    "Spring Integration " + Versions.of("spring-integration-redis") + " RedisLockRegistry",
                    "over Lettuce; expireAfter set to the lease; a renewal scheduler; SPIN_LOCK, the default",
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    GRANTS,
                    SPRING_NOTES,
                    SpringPeer::redis),
            new Peer(
                    "shedlock-redis",
                    STORE,
                    "ShedLock " + Versions.of("shedlock") + " Redis",
                    "RedisLockProvider over Lettuce; lockAtMostFor set to the lease",
                    Set.of(BELIEF),
                    GRANTS,
                    SqlPeers.SHEDLOCK_NOTES,
                    ShedLockPeer::redis));

    private RedisPeers() {}
}

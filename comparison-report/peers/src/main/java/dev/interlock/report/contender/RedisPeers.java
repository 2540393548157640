// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.contender;

import static dev.interlock.report.contender.Ability.BELIEF;
import static dev.interlock.report.contender.Ability.FOREIGN_RELEASE;
import static dev.interlock.report.contender.Ability.ORDER;
import static dev.interlock.report.contender.Ability.TOKEN;
import static dev.interlock.report.contender.Ability.WAIT;

import dev.interlock.LockSettings;
import dev.interlock.report.peer.PeerSubject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.redisson.api.RedissonClient;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

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

    private static final String DEFAULTS = "redis:// with the defaults; the lease set, renewed by default";
    private static final Opener INTERLOCK =
            (address, limits) -> InterlockClient.open(LockSettings.of(address.uri()), limits.lease());

    /** The script by which a lock that several may hold is granted; that by which it is read is another. */
    private static final String SHARE_GRANTS = "EVALSHA " + ShareScript.digest();

    private static final List<Peer> LOCKS = List.of(
            new Peer(
                    "interlock-redis",
                    STORE,
                    "Interlock",
                    DEFAULTS,
                    InterlockClient.IN_ORDER,
                    GRANTS,
                    Map.of("LOSS-STORE", "README: does not guarantee a grant across FLUSHALL."),
                    INTERLOCK),
            new Peer(
                    "redisson-lock",
                    STORE,
                    REDISSON + " RLock",
                    WATCHDOG,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    GRANTS,
                    Map.of(),
                    RedissonLocks.renewed(RedissonClient::getLock)),
            new Peer(
                    "redisson-fair",
                    STORE,
                    REDISSON + " RFairLock",
                    WATCHDOG,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, ORDER),
                    GRANTS,
                    Map.of(),
                    RedissonLocks.renewed(RedissonClient::getFairLock)),
            new Peer(
                    "redisson-fenced",
                    STORE,
                    REDISSON + " RFencedLock",
                    WATCHDOG.replace("tryLock", "tryLockAndGetToken"),
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE, TOKEN),
                    GRANTS,
                    Map.of(),
                    RedissonLocks.renewed(RedissonClient::getFencedLock)),
            new Peer(
                    "redisson-multi",
                    STORE,
                    REDISSON + " MultiLock",
                    "getMultiLock of three RLock on one server, as its documentation has it for several keys; "
                            + WATCHDOG,
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    GRANTS,
                    Map.of(),
                    RedissonLocks.renewed(RedissonLocks::multi)),
            new Peer(
                    "spring-redis",
                    STORE,
                    "Spring Integration " + Versions.of("spring-integration-redis") + " RedisLockRegistry",
                    "over Lettuce; expireAfter set to the lease; a renewal scheduler; SPIN_LOCK, the default",
                    Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                    GRANTS,
                    SPRING_NOTES,
                    SpringLocks::renewedRedis),
            new Peer(
                    "shedlock-redis",
                    STORE,
                    "ShedLock " + Versions.of("shedlock") + " Redis",
                    "RedisLockProvider over Lettuce; lockAtMostFor set to the lease",
                    Set.of(BELIEF),
                    GRANTS,
                    SqlPeers.SHEDLOCK_NOTES,
                    ShedLocks::redis));

    private static final List<Peer> OTHERS = List.of(
            new Peer(
                            "redisson-readwrite",
                            STORE,
                            REDISSON + " RReadWriteLock",
                            WATCHDOG,
                            Set.of(WAIT, BELIEF, FOREIGN_RELEASE),
                            GRANTS,
                            Map.of(),
                            RedissonLocks.renewed(RedissonClient::getLock))
                    .about(PeerSubject.READERS_AND_WRITERS),
            new Peer(
                            "redisson-semaphore",
                            STORE,
                            REDISSON + " RSemaphore",
                            "trySetPermits by each client, then tryAcquire; a permit has no lease and no owner",
                            Set.of(WAIT, FOREIGN_RELEASE),
                            GRANTS,
                            Map.of(
                                    "PERMITS-OWNER",
                                    "Javadoc of RSemaphore: release increases the number of available permits."),
                            RedissonPermits::counted)
                    .about(PeerSubject.PERMITS),
            new Peer(
                            "redisson-expirable",
                            STORE,
                            REDISSON + " RPermitExpirableSemaphore",
                            "trySetPermits by each client, then tryAcquire with a leaseTime, set to the lease",
                            Set.of(WAIT, BELIEF),
                            GRANTS,
                            Map.of(
                                    "PERMITS-RENEW",
                                    "Javadoc of RPermitExpirableSemaphore: renewal is a call of the user, updateLeaseTime."),
                            RedissonPermits::leased)
                    .about(PeerSubject.PERMITS),
            new Peer(
                            "spring-redis-election",
                            STORE,
                            "Spring Integration " + Versions.of("spring-integration-jdbc")
                                    + " LockRegistryLeaderInitiator",
                            "over RedisLockRegistry over Lettuce, all by default; expireAfter set to the lease",
                            Set.of(WAIT, BELIEF),
                            GRANTS,
                            SpringElection.NOTES,
                            SpringLocks.redis(RedisLockType.SPIN_LOCK))
                    .about(PeerSubject.ELECTIONS));

    static final List<Peer> ALL = Stream.of(
                    LOCKS, InterlockClient.others(STORE, DEFAULTS, SHARE_GRANTS, INTERLOCK), OTHERS)
            .flatMap(List::stream)
            .toList();

    private RedisPeers() {}
}

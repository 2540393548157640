// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.ClientOptions;
import dev.interlock.LockClient;
import dev.interlock.redis.RedisLockBackend;
import dev.interlock.redis.RedisLockOptions;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.data.BackendReport.ServerInfo;
import dev.interlock.report.guard.GuardUnderTest;
import dev.interlock.report.measure.AsyncWaiters;
import dev.interlock.report.measure.Budget;
import dev.interlock.report.measure.Counter;
import dev.interlock.report.measure.Exercise;
import dev.interlock.report.measure.LibrarySubject;
import dev.interlock.report.measure.Load;
import dev.interlock.report.measure.RoundTrips;
import dev.interlock.report.measure.Uncontended;
import dev.interlock.report.measure.WaitTraffic;
import dev.interlock.tck.LockFixture;
import dev.interlock.testbed.server.RedisServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** A Redis server and a pool of connections to it. */
final class RedisBench implements Bench {

    /** One script. */
    private static final int PER_ACQUIRE = 1;

    /** A look now and then in case a signal was lost. */
    private static final WaitTraffic.Idling WAITING = new WaitTraffic.Idling(2, "");

    private final RedisServer server;
    private final RedisClient jedis;
    private final LockClient sharing;

    RedisBench(RedisServer server) {
        this.server = server;
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(RedisLockOptions.STANDARD.pool().size());
        pool.setMaxIdle(RedisLockOptions.STANDARD.pool().size());
        pool.setJmxEnabled(false);
        this.jedis = RedisClient.builder()
                .hostAndPort(server.host(), server.port())
                // As the backend's own connections: the protocol is part of the floor.
                .clientConfig(DefaultJedisClientConfig.builder(URI.create(server.uri()))
                        .resp2()
                        .build())
                .poolConfig(pool)
                .build();
        this.sharing =
                LockClient.using(RedisLockBackend.using(jedis, RedisLockOptions.STANDARD), ClientOptions.STANDARD);
    }

    @Override
    public ServerInfo server() {
        ServerInfo info = new ServerInfo(server.product(), server.version(), "");
        return new ServerInfo(
                server.product(), server.version(), server.source().replace(info + ", ", ""));
    }

    @Override
    public List<String> limits() {
        return List.of(
                "A lock across a fail-over: replication is asynchronous, so the new primary may not know a grant.",
                "A lock across a restart without persistence, FLUSHALL, eviction, or somebody who deletes the key.",
                "A lease across a jump of the server's wall clock.",
                "Growing tokens after the clock was set back and the token key is gone.",
                "Order between clients: the first to ask after a release gets the lock.");
    }

    @Override
    public LockFixture fixture() {
        return new RedisFixture(server);
    }

    @Override
    public LockClient openClient() {
        return LockClient.connect(server.uri());
    }

    @Override
    public List<Exercise> exercises(Budget budget) {
        List<Exercise> exercises = new ArrayList<>();
        exercises.add(Uncontended.against(
                new LibrarySubject(sharing), new RedisFloor(jedis), List.of(), RedisFloor.WORDS, budget));
        exercises.add(new Load(this::openClient, budget));
        // The others count what happens at the server, and look at all its keys, so nobody else may use it.
        if (server.ownsProcess()) {
            Counter counter = RedisCounter.of(server);
            exercises.add(new RoundTrips(counter, PER_ACQUIRE, this::openClient, budget));
            exercises.add(new WaitTraffic(counter, WAITING, this::openClient, budget));
            exercises.add(new AsyncWaiters(this::openClient, budget));
            exercises.add(new Residue(server, this::openClient, budget));
        }
        return exercises;
    }

    @Override
    public Optional<GuardUnderTest> guard() {
        return Optional.of(new RedisGuard(server, jedis));
    }

    @Override
    public void close() {
        sharing.close();
        jedis.close();
        server.close();
    }
}

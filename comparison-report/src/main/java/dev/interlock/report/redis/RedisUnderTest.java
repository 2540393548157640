// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.backend.ServerStart;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerSource;
import java.util.function.Supplier;

/** The backend for Redis and Valkey, on the server that {@link RedisServer} finds, or on several such servers. */
public final class RedisUnderTest {

    private RedisUnderTest() {}

    /**
     * The backend on one server: one of our own, or that which the environment names.
     *
     * @return the backend
     */
    public static BackendUnderTest oneServer() {
        return new OneServer();
    }

    /**
     * The backend on a primary whose replica confirms each grant, both started by this run.
     *
     * @return the backend
     */
    public static BackendUnderTest acknowledged() {
        return new Several("redis-wait", RedisTopologies::acknowledged);
    }

    /**
     * The backend on a primary, a replica and the Sentinels that watch them, all started by this run.
     *
     * @return the backend
     */
    public static BackendUnderTest sentinel() {
        return new Several("redis-sentinel", RedisTopologies::sentinel);
    }

    /**
     * The backend on a cluster that this run starts.
     *
     * @return the backend
     */
    public static BackendUnderTest cluster() {
        return new Several("redis-cluster", RedisTopologies::cluster);
    }

    /**
     * The backend that keeps a lock on a majority of independent servers.
     *
     * @return the backend
     */
    public static BackendUnderTest redlock() {
        return new Several("redis-redlock", RedisTopologies::redlock);
    }

    private static final class OneServer implements BackendUnderTest {

        @Override
        public String name() {
            return "redis";
        }

        @Override
        public RunningBackend open() throws NoServerException {
            ServerSource source = RedisServer.locate();
            return ServerStart.from(source, () -> new RunningRedis(RedisServer.start(source)));
        }
    }

    /**
     * A backend on servers that are started for it.
     *
     * @param name of the backend
     * @param start starts them
     */
    private record Several(String name, Supplier<RunningBackend> start) implements BackendUnderTest {

        @Override
        public RunningBackend open() throws NoServerException {
            ServerSource source = RedisServer.locate();
            if (source instanceof ServerSource.Existing existing) {
                throw new NoServerException(source + " is one server; unset " + existing.origin());
            }
            return ServerStart.from(source, start);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.redis;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.report.backend.RunningBackend;
import dev.interlock.report.backend.ServerStart;
import dev.interlock.testbed.server.RedisServer;
import dev.interlock.testbed.server.ServerSource;

/** The backend for Redis and Valkey, on the server that {@link RedisServer} finds. */
public final class RedisUnderTest implements BackendUnderTest {

    /** A server of our own, or the one that the environment names. */
    public RedisUnderTest() {
        // Nothing to set up.
    }

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

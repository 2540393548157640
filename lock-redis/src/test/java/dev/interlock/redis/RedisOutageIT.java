// SPDX-License-Identifier: Apache-2.0
package dev.interlock.redis;

import dev.interlock.LockClient;
import dev.interlock.redis.tck.RedisFixture;
import dev.interlock.tck.network.OutageTck;
import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The limits of everything at a Redis server that says nothing. */
class RedisOutageIT extends OutageTck {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockClient client() {
        return client(server.port());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect(server.uriThrough(port));
    }

    @Override
    protected void freeze() {
        server.freeze();
    }

    @Override
    protected void thaw() {
        server.thaw();
    }

    @Override
    protected String name() {
        return new RedisFixture(server).uniqueName();
    }
}

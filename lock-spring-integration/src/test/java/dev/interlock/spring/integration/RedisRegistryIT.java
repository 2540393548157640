// SPDX-License-Identifier: Apache-2.0
package dev.interlock.spring.integration;

import dev.interlock.testbed.server.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The rules on Redis. */
final class RedisRegistryIT extends RegistryRules {

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = RedisServer.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    String uri() {
        return server.uri();
    }
}

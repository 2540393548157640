// SPDX-License-Identifier: Apache-2.0
package dev.interlock.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.interlock.LockClient;
import dev.interlock.testbed.server.RedisServer;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** ShedLock's own tests on Redis. The build runs them on ShedLock 6 and, with the same jar, on 7. */
final class RedisSuiteIT extends ShedLockSuite {

    private static RedisServer server;
    private static LockClient client;

    @BeforeAll
    static void connect() {
        server = RedisServer.start();
        client = LockClient.connect(server.uri());
    }

    @AfterAll
    static void close() {
        client.close();
        server.close();
    }

    @Override
    LockClient client() {
        return client;
    }

    @Test
    void the_shedlock_of_the_class_path_is_the_one_this_run_is_about() {
        assertThat(ExtensibleLockProvider.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation())
                .asString()
                .contains("shedlock-core-" + System.getProperty("interlock.shedlock", ""));
    }
}

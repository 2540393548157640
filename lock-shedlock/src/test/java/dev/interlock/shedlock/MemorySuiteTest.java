// SPDX-License-Identifier: Apache-2.0
package dev.interlock.shedlock;

import dev.interlock.LockClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** ShedLock's own tests in memory. */
final class MemorySuiteTest extends ShedLockSuite {

    private static LockClient client;

    @BeforeAll
    static void connect() {
        client = LockClient.connect("memory:");
    }

    @AfterAll
    static void close() {
        client.close();
    }

    @Override
    LockClient client() {
        return client;
    }
}

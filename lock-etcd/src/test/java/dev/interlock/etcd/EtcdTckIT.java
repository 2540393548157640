// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import dev.interlock.etcd.tck.EtcdFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.EtcdServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a real etcd server. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EtcdTckIT extends LockTck {

    private EtcdServer server;

    @BeforeAll
    void start() {
        server = EtcdServer.start();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new EtcdFixture(server);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.etcd;

import dev.interlock.LockClient;
import dev.interlock.tck.network.OutageTck;
import dev.interlock.testbed.server.EtcdServer;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The limits of everything at an etcd server that says nothing. */
class EtcdOutageIT extends OutageTck {

    private static EtcdServer server;

    @BeforeAll
    static void start() {
        server = EtcdServer.start();
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
        return LockClient.connect("etcd://127.0.0.1:" + port);
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
        return UUID.randomUUID().toString();
    }
}

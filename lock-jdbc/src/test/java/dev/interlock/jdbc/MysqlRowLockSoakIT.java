// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.server.SqlProduct;
import dev.interlock.tck.server.SqlServer;
import dev.interlock.tck.soak.SoakTck;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Processes, faults and a real MySQL of its own, mode row-lock. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MysqlRowLockSoakIT extends SoakTck {

    private SqlServer server;

    @BeforeAll
    void start() {
        server = SqlServer.start(SqlProduct.MYSQL);
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RowLockFixture(server);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a real MySQL, mode row-lock. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MysqlRowLockTckIT extends LockTck {

    private SqlServer server;
    private RowLockFixture fixture;

    @BeforeAll
    void start() {
        // A rule holds more than a hundred locks at once.
        server = SqlServer.start(SqlProduct.MYSQL, "--max-connections=400");
        fixture = new RowLockFixture(server);
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return fixture;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.mutants;

import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** What the mutants are made from keeps every rule: so it is the mutation that the rules catch. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SimpleRowLockTckIT extends LockTck {

    private SqlServer server;

    @BeforeAll
    void start() {
        server = SqlServer.start(SqlProduct.MYSQL, "--max-connections=400");
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return new RowLockFixture(server, SimpleRowLock.STEPS, SimpleRowLock::new);
    }
}

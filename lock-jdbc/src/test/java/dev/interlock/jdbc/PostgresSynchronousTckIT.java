// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.SqlSynchronousFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.SqlPair;
import dev.interlock.testbed.server.SqlProduct;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** Every rule of the contract on a PostgreSQL whose commits wait for a synchronous standby, mode lease. */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresSynchronousTckIT extends LockTck {

    private SqlPair pair;
    private SqlSynchronousFixture fixture;

    @BeforeAll
    void start() {
        pair = SqlPair.start(SqlProduct.POSTGRES);
        pair.replicateSynchronously();
        fixture = new SqlSynchronousFixture(pair);
    }

    @AfterAll
    void stop() {
        if (pair != null) {
            pair.close();
        }
    }

    @Override
    protected LockFixture fixture() {
        return fixture;
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.LockTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * Every rule of the contract on a real MariaDB, mode lease, with {@code -Pmatrix}: its statements are those of MySQL, and
 * what differs is tested by {@link LeaseModeIT} and {@link JdbcBulkIT}. The comparison report runs this kit, too.
 */
@Tag("matrix")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariadbTckIT extends LockTck {

    private SqlServer server;
    private JdbcFixture fixture;

    @BeforeAll
    void start() {
        server = SqlServer.start(SqlProduct.MARIADB);
        fixture = new JdbcFixture(server);
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

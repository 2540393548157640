// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.tck.network.OutageTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** The limits of everything at a database that says nothing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlOutageTck extends OutageTck {

    private final SqlProduct product;
    private final String mode;
    private SqlServer server;
    private JdbcFixture fixture;

    SqlOutageTck(SqlProduct product, String mode) {
        this.product = product;
        this.mode = mode;
    }

    @BeforeAll
    void start() {
        server = SqlServer.start(product);
        fixture = new JdbcFixture(server);
    }

    @AfterAll
    void stop() {
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
        return LockClient.connect(LockSettings.of(server.urlThrough(port))
                .withOption("user", server.user())
                .withOption("password", server.password())
                .withOption("interlock.schema", "create")
                .withOption("interlock.mode", mode));
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
        return fixture.uniqueName();
    }
}

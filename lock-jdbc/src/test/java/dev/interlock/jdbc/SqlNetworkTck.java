// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClient;
import dev.interlock.LockSettings;
import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.jdbc.tck.JdbcSteps;
import dev.interlock.tck.FaultLink.RequestKind;
import dev.interlock.tck.network.NetworkTck;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import dev.interlock.testbed.wire.Message;
import java.time.Duration;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;

/** Delays, and pieces of messages, on the way to a real database, mode lease. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SqlNetworkTck extends NetworkTck {

    private final SqlProduct product;
    private SqlServer server;
    private JdbcFixture fixture;

    SqlNetworkTck(SqlProduct product) {
        this.product = product;
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
    protected GateProxy proxy() {
        return product == SqlProduct.POSTGRES
                ? GateProxy.postgres(server.host(), server.port())
                : GateProxy.mysql(server.host(), server.port());
    }

    @Override
    protected LockClient client(int port) {
        return LockClient.connect(LockSettings.of(server.urlThrough(port))
                .withOption("user", server.user())
                .withOption("password", server.password())
                .withOption("interlock.timeout", "10s"));
    }

    @Override
    protected LockClient client() {
        return client(server.port());
    }

    @Override
    protected Predicate<Message> requests(RequestKind step) {
        return JdbcSteps.LEASE.of(step);
    }

    @Override
    protected String name() {
        return fixture.uniqueName();
    }

    @Override
    protected Duration lease() {
        return Duration.ofSeconds(4);
    }
}

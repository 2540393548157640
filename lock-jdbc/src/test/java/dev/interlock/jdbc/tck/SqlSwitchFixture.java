// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.Optional;
import java.util.function.Function;

/** As {@link JdbcFixture} on MySQL, but a failover leaves the old primary running, read-only, with its connections. */
public final class SqlSwitchFixture extends ForwardingFixture {

    private final Function<LockSettings, LockBackend> opener;

    /**
     * Makes the fixture.
     *
     * @param server a MySQL for everything but the failover; stays open
     * @param steps which requests are which step
     * @param opener makes a backend for settings
     */
    public SqlSwitchFixture(SqlServer server, JdbcSteps steps, Function<LockSettings, LockBackend> opener) {
        super(new JdbcFixture(server, steps, opener));
        this.opener = opener;
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(SqlFailOver.demoting(SqlProduct.MYSQL, opener));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.LockFixture;
import dev.interlock.tck.StoreWallClock;
import dev.interlock.testbed.server.ServerClock;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;

/**
 * A database with a clock of ours.
 *
 * @param clock of the server
 * @param server closed with this
 * @param fixture opens backends on the server
 */
record SqlWallClock(ServerClock clock, SqlServer server, LockFixture fixture) implements StoreWallClock {

    /** Another server of the same product. */
    static SqlWallClock like(SqlServer other, Function<SqlServer, LockFixture> fixture) {
        ServerClock clock = ServerClock.make();
        SqlProduct product = SqlProduct.valueOf(other.product().toUpperCase(Locale.ROOT));
        SqlServer server = SqlServer.start(product, clock);
        return new SqlWallClock(clock, server, fixture.apply(server));
    }

    @Override
    public LockBackend openBackend() {
        return fixture.openBackend();
    }

    @Override
    public void set(Duration ahead) {
        clock.shift(ahead);
    }

    @Override
    public Duration ahead() {
        String now = server.product().equals(SqlProduct.POSTGRES.id())
                ? "EXTRACT(EPOCH FROM clock_timestamp())::BIGINT"
                : "UNIX_TIMESTAMP()";
        long seconds = Long.parseLong(server.query("SELECT " + now));
        return Duration.ofMillis(seconds * 1_000 - System.currentTimeMillis());
    }

    @Override
    public void close() {
        server.close();
    }
}

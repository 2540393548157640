// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.LockSettings;
import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlPair;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A primary, its standby, and an address that leads to whichever serves.
 *
 * @param pair closed with this
 * @param address of the clients
 * @param opener makes a backend for a URL
 * @param kind how the primary ends, and what the standby has then
 */
record SqlFailOver(SqlPair pair, GateProxy address, Function<String, LockBackend> opener, Kind kind)
        implements FailOver {

    /** What happens. */
    private enum Kind {
        KILLED("the primary was killed, and a standby that the grant had not reached was promoted"),
        DEMOTED("a standby that the grant had not reached was promoted, and the primary runs on, read-only"),
        WAITED_FOR("the primary was killed, and a standby that each commit had waited for was promoted"),
        GIVEN_UP("the primary was killed, and a standby was promoted that commits no longer waited for");

        private final String description;

        Kind(String description) {
            this.description = description;
        }
    }

    /**
     * A pair of the same product as a server, which replicates asynchronously.
     *
     * @param tables creates them
     */
    static SqlFailOver like(SqlServer other, Consumer<SqlServer> tables, Function<String, LockBackend> opener) {
        SqlPair pair = SqlPair.start(SqlProduct.valueOf(other.product().toUpperCase(Locale.ROOT)));
        return of(pair, tables, opener, Kind.KILLED);
    }

    /**
     * A pair of a product where each commit waits for the standby: for ever in PostgreSQL, for as long as is set in the
     * others.
     */
    static SqlFailOver synchronous(SqlProduct product, Function<String, LockBackend> opener) {
        SqlPair pair = SqlPair.start(product);
        try {
            pair.replicateSynchronously();
        } catch (RuntimeException e) {
            pair.close();
            throw e;
        }
        return of(
                pair,
                JdbcFixture::createTables,
                opener,
                product == SqlProduct.POSTGRES ? Kind.WAITED_FOR : Kind.GIVEN_UP);
    }

    /** A pair of MySQL or MariaDB whose clients are a plain user, since administrators may write to a demoted primary. */
    static SqlFailOver demoting(SqlProduct product, Function<LockSettings, LockBackend> opener) {
        SqlFailOver made = of(
                SqlPair.start(product),
                JdbcFixture::createTables,
                url -> opener.apply(
                        LockSettings.of(url).withOption("user", "citizen").withOption("password", "pass")),
                Kind.DEMOTED);
        try {
            String plugin = product == SqlProduct.MYSQL ? "WITH mysql_native_password " : "";
            SqlServer primary = made.pair.primary();
            primary.execute("CREATE USER 'citizen'@'%' IDENTIFIED " + plugin + "BY 'pass'");
            primary.execute("GRANT SELECT, INSERT, UPDATE ON interlock_lease TO 'citizen'@'%'");
            primary.execute("GRANT SELECT, INSERT, UPDATE ON interlock_lease_share TO 'citizen'@'%'");
            return made;
        } catch (RuntimeException e) {
            made.close();
            throw e;
        }
    }

    private static SqlFailOver of(
            SqlPair pair, Consumer<SqlServer> tables, Function<String, LockBackend> opener, Kind kind) {
        try {
            tables.accept(pair.primary());
        } catch (RuntimeException e) {
            pair.close();
            throw e;
        }
        SqlServer primary = pair.primary();
        GateProxy address = primary.product().equals(SqlProduct.POSTGRES.id())
                ? GateProxy.postgres(primary.host(), primary.port())
                : GateProxy.mysql(primary.host(), primary.port());
        return new SqlFailOver(pair, address, opener, kind);
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(pair.primary().urlThrough(address.port()));
    }

    @Override
    public String description() {
        return kind.description;
    }

    /** What a commit waits for cannot be held back without holding the commit. */
    @Override
    public void holdBack() {
        pair.awaitInSync();
        if (kind == Kind.GIVEN_UP) {
            pair.giveUpWaiting();
        }
        if (kind != Kind.WAITED_FOR) {
            pair.cutOff();
        }
    }

    @Override
    public void run() {
        if (kind == Kind.DEMOTED) {
            pair.promote();
            pair.demotePrimary();
        } else {
            pair.primary().kill();
            pair.promote();
        }
        address.leadTo(pair.standby().host(), pair.standby().port());
    }

    @Override
    public void close() {
        address.close();
        pair.close();
    }
}

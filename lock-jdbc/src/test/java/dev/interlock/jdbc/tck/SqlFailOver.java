// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.spi.LockBackend;
import dev.interlock.tck.FailOver;
import dev.interlock.testbed.proxy.GateProxy;
import dev.interlock.testbed.server.SqlPair;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import java.util.Locale;
import java.util.function.Function;

/**
 * A primary, its standby, and an address that leads to whichever serves.
 *
 * @param pair closed with this
 * @param address of the clients
 * @param opener makes a backend for a URL
 * @param keepsGrants whether a commit waits until the standby has it, as a lease then survives
 */
record SqlFailOver(SqlPair pair, GateProxy address, Function<String, LockBackend> opener, boolean keepsGrants)
        implements FailOver {

    /**
     * A pair of the same product as a server, which replicates asynchronously.
     *
     * @param schema which tables, as in {@link JdbcSchemas#create}
     */
    static SqlFailOver like(SqlServer other, String schema, Function<String, LockBackend> opener) {
        return of(SqlPair.start(SqlProduct.valueOf(other.product().toUpperCase(Locale.ROOT))), schema, opener, false);
    }

    /** A pair of a product where each commit waits for the standby. */
    static SqlFailOver synchronous(SqlProduct product, Function<String, LockBackend> opener) {
        SqlPair pair = SqlPair.start(product);
        try {
            pair.replicateSynchronously();
        } catch (RuntimeException e) {
            pair.close();
            throw e;
        }
        return of(pair, "", opener, true);
    }

    private static SqlFailOver of(
            SqlPair pair, String schema, Function<String, LockBackend> opener, boolean keepsGrants) {
        try {
            JdbcSchemas.create(pair.primary(), schema);
        } catch (RuntimeException e) {
            pair.close();
            throw e;
        }
        SqlServer primary = pair.primary();
        GateProxy address = primary.product().equals(SqlProduct.POSTGRES.id())
                ? GateProxy.postgres(primary.host(), primary.port())
                : GateProxy.mysql(primary.host(), primary.port());
        return new SqlFailOver(pair, address, opener, keepsGrants);
    }

    @Override
    public LockBackend openBackend() {
        return opener.apply(pair.primary().urlThrough(address.port()));
    }

    @Override
    public String description() {
        return keepsGrants
                ? "the primary was killed, and a standby that each commit had waited for was promoted"
                : "the primary was killed, and a standby that the grant had not reached was promoted";
    }

    /** What a commit waits for cannot be held back without holding the commit. */
    @Override
    public void holdBack() {
        pair.awaitInSync();
        if (!keepsGrants) {
            pair.cutOff();
        }
    }

    @Override
    public void run() {
        pair.primary().kill();
        pair.promote();
        address.leadTo(pair.standby().host(), pair.standby().port());
    }

    @Override
    public void close() {
        address.close();
        pair.close();
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.tck;

import dev.interlock.tck.FailOver;
import dev.interlock.tck.ForwardingFixture;
import dev.interlock.testbed.server.SqlPair;
import dev.interlock.testbed.server.SqlProduct;
import java.util.Locale;
import java.util.Optional;

/** The kit's way to a primary whose commits wait for its standby, mode lease. */
public final class SqlSynchronousFixture extends ForwardingFixture {

    private final SqlPair pair;
    private final JdbcFixture primary;
    private final SqlProduct product;

    /**
     * Makes the fixture.
     *
     * @param pair replicates synchronously; stays open
     */
    public SqlSynchronousFixture(SqlPair pair) {
        this(pair, new JdbcFixture(pair.primary()));
    }

    private SqlSynchronousFixture(SqlPair pair, JdbcFixture primary) {
        super(primary);
        this.pair = pair;
        this.primary = primary;
        this.product = SqlProduct.valueOf(pair.primary().product().toUpperCase(Locale.ROOT));
    }

    @Override
    public String description() {
        return super.description() + ", commits wait for a standby";
    }

    /** MariaDB forgets it in a restart, and a standby of PostgreSQL takes a moment to come back. */
    @Override
    public Optional<Runnable> restart() {
        return super.restart().map(restart -> () -> {
            restart.run();
            pair.replicateSynchronously();
        });
    }

    @Override
    public Optional<FailOver> failOver() {
        return Optional.of(SqlFailOver.synchronous(product, url -> new JdbcOpener().apply(primary.settings(url))));
    }
}

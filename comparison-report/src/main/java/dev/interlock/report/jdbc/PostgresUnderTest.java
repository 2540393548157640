// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.testbed.server.SqlProduct;

/** The SQL backend in mode lease on PostgreSQL. */
public final class PostgresUnderTest implements BackendUnderTest {

    /** A server of our own, or the one that the environment names. */
    public PostgresUnderTest() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "postgres";
    }

    @Override
    public Bench open() throws NoServerException {
        return new LeaseBench(SqlServers.start(SqlProduct.POSTGRES));
    }
}

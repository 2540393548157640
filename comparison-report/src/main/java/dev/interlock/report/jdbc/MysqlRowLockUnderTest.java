// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.backend.BackendUnderTest;
import dev.interlock.report.backend.Bench;
import dev.interlock.report.backend.NoServerException;
import dev.interlock.testbed.server.SqlProduct;

/** The SQL backend in mode row-lock on MySQL. */
public final class MysqlRowLockUnderTest implements BackendUnderTest {

    /** A server of our own, or the one that the environment names. */
    public MysqlRowLockUnderTest() {
        // Nothing to set up.
    }

    @Override
    public String name() {
        return "mysql-row-lock";
    }

    @Override
    public Bench open() throws NoServerException {
        // Each hold has a connection, and some rules hold more than a hundred locks at once.
        return new RowLockBench(SqlServers.start(SqlProduct.MYSQL, "--max-connections=400"));
    }
}

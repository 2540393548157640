// SPDX-License-Identifier: Apache-2.0
package dev.interlock.report.jdbc;

import dev.interlock.report.benchmark.RequestCounter;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;

/** The counter of statements in a database, by kind. */
final class SqlRequestCounter {

    private SqlRequestCounter() {}

    static RequestCounter of(SqlServer server) {
        boolean postgres = server.product().equals(SqlProduct.POSTGRES.id());
        return RequestCounter.of(
                "statements",
                postgres ? "pg_stat_statements" : "the Com_ counters of SHOW GLOBAL STATUS",
                server::statementsByKind);
    }
}

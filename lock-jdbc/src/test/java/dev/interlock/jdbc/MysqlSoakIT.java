// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.tck.server.SqlProduct;
import dev.interlock.tck.server.SqlServer;
import dev.interlock.tck.soak.SoakTck;

/** Processes, faults and a real MySQL of its own, mode lease. */
class MysqlSoakIT extends SoakTck<SqlServer> {

    MysqlSoakIT() {
        super(() -> SqlServer.start(SqlProduct.MYSQL), JdbcFixture::new);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.tck.soak.SoakTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.Tag;

/** Processes, faults and a real MySQL of its own, mode lease. */
@Tag("nightly")
class MysqlSoakIT extends SoakTck<SqlServer> {

    MysqlSoakIT() {
        super(() -> SqlServer.start(SqlProduct.MYSQL), JdbcFixture::new);
    }
}

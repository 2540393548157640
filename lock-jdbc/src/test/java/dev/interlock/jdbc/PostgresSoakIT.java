// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.JdbcFixture;
import dev.interlock.tck.soak.SoakTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.Tag;

/** Processes, faults and a real PostgreSQL of its own, mode lease. */
@Tag("nightly")
class PostgresSoakIT extends SoakTck<SqlServer> {

    PostgresSoakIT() {
        super(() -> SqlServer.start(SqlProduct.POSTGRES), JdbcFixture::new);
    }
}

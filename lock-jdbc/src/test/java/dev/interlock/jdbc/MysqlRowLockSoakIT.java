// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.jdbc.tck.RowLockFixture;
import dev.interlock.tck.soak.SoakTck;
import dev.interlock.testbed.server.SqlProduct;
import dev.interlock.testbed.server.SqlServer;
import org.junit.jupiter.api.Tag;

/** Processes, faults and a real MySQL of its own, mode row-lock. */
@Tag("nightly")
class MysqlRowLockSoakIT extends SoakTck<SqlServer> {

    MysqlRowLockSoakIT() {
        super(() -> SqlServer.start(SqlProduct.MYSQL), RowLockFixture::new);
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.testbed.server.SqlProduct;

/** The guard on a real MySQL. */
class MysqlFencingGuardIT extends SqlGuardTck {

    MysqlFencingGuardIT() {
        super(SqlProduct.MYSQL);
    }
}

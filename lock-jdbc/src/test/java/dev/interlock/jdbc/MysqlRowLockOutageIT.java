// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.testbed.server.SqlProduct;

/** The limits of everything at a database of this product that says nothing, in mode row-lock. */
class MysqlRowLockOutageIT extends SqlOutageTck {

    MysqlRowLockOutageIT() {
        super(SqlProduct.MYSQL, "row-lock");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.testbed.server.SqlProduct;

/** The limits of everything at a database of this product that says nothing, in mode lease. */
class MysqlOutageIT extends SqlOutageTck {

    MysqlOutageIT() {
        super(SqlProduct.MYSQL, "lease");
    }
}

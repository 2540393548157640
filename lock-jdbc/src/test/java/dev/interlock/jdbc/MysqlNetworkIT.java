// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.testbed.server.SqlProduct;

/** Delays, and pieces of messages, on the way to a real MySQL. */
class MysqlNetworkIT extends SqlNetworkTck {

    MysqlNetworkIT() {
        super(SqlProduct.MYSQL);
    }
}

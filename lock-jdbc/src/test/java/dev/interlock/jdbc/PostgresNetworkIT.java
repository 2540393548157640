// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.testbed.server.SqlProduct;

/** Delays, and pieces of messages, on the way to a real PostgreSQL. */
class PostgresNetworkIT extends SqlNetworkTck {

    PostgresNetworkIT() {
        super(SqlProduct.POSTGRES);
    }
}

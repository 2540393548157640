// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.testbed.server.SqlProduct;

/** The guard on a real PostgreSQL. */
class PostgresFencingGuardIT extends SqlGuardTck {

    PostgresFencingGuardIT() {
        super(SqlProduct.POSTGRES);
    }
}

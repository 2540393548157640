// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.guard;

import dev.interlock.testbed.server.SqlProduct;

/** The guard on a real MariaDB. */
class MariadbFencingGuardIT extends SqlGuardTck {

    MariadbFencingGuardIT() {
        super(SqlProduct.MARIADB);
    }
}

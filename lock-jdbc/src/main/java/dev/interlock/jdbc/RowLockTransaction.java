// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Which transaction of which session answered. Drivers and proxies that connect anew by themselves would otherwise keep a lock
 * alive that is gone, and so would a primary that was demoted, whose sessions go on.
 *
 * @param session the server's number of the session
 * @param transaction the server's number of the transaction; where it does not tell, a transaction ends with an error or with
 *     its session, and this is whether the server is read-only, 1 or 0. (PostgreSQL restarts to be demoted.)
 */
record RowLockTransaction(long session, long transaction) {

    static RowLockTransaction read(ResultSet row) throws SQLException {
        return new RowLockTransaction(row.getLong(1), row.getLong(2));
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.rowlock;

import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The identity of the transaction that answered. Drivers and proxies that connect anew by themselves would otherwise
 * keep a lock alive that is gone, and so would a primary that was demoted, whose sessions go on.
 *
 * @param session the server's number of the session
 * @param transaction the server's number of the transaction; 0 if it does not report one: it then ends with an error or
 *     with its session
 * @param readOnly whether the server takes no writes (any more); PostgreSQL restarts to be demoted, so
 *     there it is always false
 */
record RowLockTransaction(long session, long transaction, boolean readOnly) {

    static RowLockTransaction read(ResultSet row) throws SQLException {
        return new RowLockTransaction(row.getLong(1), row.getLong(2), row.getBoolean(3));
    }
}

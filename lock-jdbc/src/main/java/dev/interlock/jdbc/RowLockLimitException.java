// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import java.sql.SQLTransientConnectionException;

/** Thrown when this client already has as many connections that hold locks, or wait for them, as it may. */
final class RowLockLimitException extends SQLTransientConnectionException {

    private static final long serialVersionUID = 1L;

    RowLockLimitException(int limit) {
        super("this client has " + limit + " connections that hold locks or wait for them, and may have no more");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.error;

import java.sql.SQLTransientConnectionException;

/** Thrown when this client already has as many connections that hold locks, or wait for them, as it may. */
public final class RowLockLimitException extends SQLTransientConnectionException {

    private static final long serialVersionUID = 1L;

    public RowLockLimitException(int limit) {
        super("this client has " + limit + " connections that hold locks or wait for them, and may have no more");
    }
}

// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClock;
import dev.interlock.spi.BackendContext;

/**
 * The database as a {@link JdbcMode} sees it, once its dialect is known. Thread-safe.
 *
 * @param connections the connections to it
 * @param dialect its statements and errors
 * @param errors what its errors mean for a step
 * @param options how locks are kept in it
 * @param context the engine
 */
record JdbcDatabase(
        JdbcConnections connections,
        JdbcDialect dialect,
        JdbcErrors errors,
        JdbcLockOptions options,
        BackendContext context) {

    LockClock clock() {
        return context.clock();
    }
}

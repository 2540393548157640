// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc;

import dev.interlock.LockClock;
import dev.interlock.spi.BackendContext;

/**
 * What a {@link JdbcMode} works with once the database is known.
 *
 * @param connections the way to the database
 * @param dialect how it speaks
 * @param errors what its errors mean
 * @param options how locks are kept
 * @param context the engine
 */
record JdbcStore(
        JdbcConnections connections,
        JdbcDialect dialect,
        JdbcErrors errors,
        JdbcLockOptions options,
        BackendContext context) {

    LockClock clock() {
        return context.clock();
    }
}

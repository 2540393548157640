// SPDX-License-Identifier: Apache-2.0
package dev.interlock.jdbc.lease.queue;

import dev.interlock.LockName;
import dev.interlock.jdbc.dialect.JdbcDialect;
import java.time.Duration;

/** The bounds and keys of named locks, for tests of the whole backend. */
public final class NamedLocks {

    /** The most places of a client. */
    public static final int MOST_PLACES = NamedLockPlaces.MOST;

    /** The longest wait by one statement. */
    public static final Duration SLICE = NamedLockStatements.SLICE;

    private NamedLocks() {}

    /** The key of the named lock of a lock in MySQL and MariaDB. */
    public static Object mysqlKey(String table, LockName name) {
        return NamedLockStatements.key(JdbcDialect.MYSQL, table, name);
    }
}

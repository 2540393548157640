// SPDX-License-Identifier: Apache-2.0
/**
 * The SQL backend: MySQL, MariaDB and PostgreSQL by JDBC. Users need this package, {@code options} and {@code guard}.
 * The other packages are not for users: their public classes are so for their neighbours, and may change at any time.
 *
 * <p>The packages are layers. Each sees only those below it:
 *
 * <pre>
 * jdbc         the backend and its provider
 * lease        mode lease: a row for each lock
 * lease.queue  the waiters of mode lease, in the queue for a named lock
 * rowlock      mode row-lock: a transaction for each lock
 * start        the probe at the start
 * database     the database as a mode sees it: statements, failover
 * connection   pools, the application's connections, limits
 * error        the meaning of a driver's exceptions
 * dialect      the differences between the products
 * options      options, and their form in a uri
 * guard        fencing tokens in tables of the application; sees none of the others
 * </pre>
 */
@NullMarked
package dev.interlock.jdbc;

import org.jspecify.annotations.NullMarked;

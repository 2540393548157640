// SPDX-License-Identifier: Apache-2.0
/**
 * How a client learns that other clients ask for locks that it may keep: what they notify on its channel of PostgreSQL, or
 * what they note in its row of MySQL or MariaDB.
 */
@NullMarked
package dev.interlock.jdbc.lease.recall;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The differences between MySQL, MariaDB and PostgreSQL: their names, expressions, time-outs, and keys of rows.
 */
@NullMarked
package dev.interlock.jdbc.dialect;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * The options of the SQL backend. Users need {@link dev.interlock.jdbc.options.JdbcLockOptions} only.
 */
@NullMarked
package dev.interlock.jdbc.options;

import org.jspecify.annotations.NullMarked;

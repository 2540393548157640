// SPDX-License-Identifier: Apache-2.0
/** The SQL backend: MySQL, MariaDB and PostgreSQL by JDBC. */
@NullMarked
package dev.interlock.jdbc;

import org.jspecify.annotations.NullMarked;

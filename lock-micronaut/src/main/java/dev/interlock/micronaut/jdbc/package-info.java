// SPDX-License-Identifier: Apache-2.0
/** Locks in SQL: properties, and the use of the application's own DataSource. */
@NullMarked
package dev.interlock.micronaut.jdbc;

import org.jspecify.annotations.NullMarked;

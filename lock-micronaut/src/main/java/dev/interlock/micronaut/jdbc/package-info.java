// SPDX-License-Identifier: Apache-2.0
/** Locks in SQL: its properties, and a client that the application has already. */
@NullMarked
package dev.interlock.micronaut.jdbc;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/**
 * Connections: our own pools or the application's DataSource, the limits of a step, and statements that were given up.
 */
@NullMarked
package dev.interlock.jdbc.connection;

import org.jspecify.annotations.NullMarked;

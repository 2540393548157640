// SPDX-License-Identifier: Apache-2.0
/**
 * Mode row-lock: a transaction keeps a row locked, on a connection of its own, for as long as the lock is held.
 */
@NullMarked
package dev.interlock.jdbc.rowlock;

import org.jspecify.annotations.NullMarked;

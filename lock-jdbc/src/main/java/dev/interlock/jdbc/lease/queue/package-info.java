// SPDX-License-Identifier: Apache-2.0
/**
 * The waiters of mode lease: of all clients that wait for a lock, the one that has its named lock in the server asks
 * for the row, or lets the server watch it.
 */
@NullMarked
package dev.interlock.jdbc.lease.queue;

import org.jspecify.annotations.NullMarked;

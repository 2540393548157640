// SPDX-License-Identifier: Apache-2.0
/** The rules about waiters: of any client at a store, and of one client that hands a lock off. */
@NullMarked
package dev.interlock.tck.rules.waiting;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Locks that move from one real store to another while processes of two phases are running. */
@NullMarked
package dev.interlock.histories.move;

import org.jspecify.annotations.NullMarked;

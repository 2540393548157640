// SPDX-License-Identifier: Apache-2.0
/** Locks that several may hold, as records in a table of their own, whatever the mode of the other locks. */
@NullMarked
package dev.interlock.jdbc.share;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Interlock as a lock provider of ShedLock: {@link dev.interlock.shedlock.InterlockLockProvider}. */
@NullMarked
package dev.interlock.shedlock;

import org.jspecify.annotations.NullMarked;

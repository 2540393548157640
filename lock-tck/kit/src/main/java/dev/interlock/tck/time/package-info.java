// SPDX-License-Identifier: Apache-2.0
/** Waiting and measuring on the monotonic clock. */
@NullMarked
package dev.interlock.tck.time;

import org.jspecify.annotations.NullMarked;

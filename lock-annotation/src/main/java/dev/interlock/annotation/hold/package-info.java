// SPDX-License-Identifier: Apache-2.0
/** The locks that annotated methods hold now: around the running code, and until the shortest hold is over. */
@NullMarked
package dev.interlock.annotation.hold;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Elections on the locks of a client: candidates, their terms, and the end of each term before its lease. */
@NullMarked
package dev.interlock.internal.election;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** The rules about the parts of a client around one lock: re-entrant views, several locks, closing and observation. */
@NullMarked
package dev.interlock.tck.rules.client;

import org.jspecify.annotations.NullMarked;

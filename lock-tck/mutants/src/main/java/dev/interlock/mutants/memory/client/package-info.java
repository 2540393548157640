// SPDX-License-Identifier: Apache-2.0
/** Mutants of re-entrant views, several locks, closing and observation. */
@NullMarked
package dev.interlock.mutants.memory.client;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Mutants of waiters and of hand-off inside a client. */
@NullMarked
package dev.interlock.mutants.memory.waiting;

import org.jspecify.annotations.NullMarked;

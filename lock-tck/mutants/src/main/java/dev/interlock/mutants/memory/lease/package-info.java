// SPDX-License-Identifier: Apache-2.0
/** Mutants of renewal, of the end of a lease, and of its loss. */
@NullMarked
package dev.interlock.mutants.memory.lease;

import org.jspecify.annotations.NullMarked;

// SPDX-License-Identifier: Apache-2.0
/** Mutants of errors and messages, and of a store that fails. */
@NullMarked
package dev.interlock.mutants.memory.fault;

import org.jspecify.annotations.NullMarked;
